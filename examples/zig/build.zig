const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});

    // Files given as such are known to the cache: when one of them changes, the module is made anew.
    const generate = b.addSystemCommand(&.{ "magicgen", "--locked", "--config" });
    generate.addFileArg(b.path("magicgen.toml"));
    generate.addFileInput(b.path("magicgen.lock"));
    generate.addArg("--output");
    const magics = generate.addOutputFileArg("magics.zig");

    const exe = b.addExecutable(.{
        .name = "lookup",
        .root_module = b.createModule(.{
            .root_source_file = b.path("src/main.zig"),
            .target = target,
            .optimize = optimize,
        }),
    });
    exe.root_module.addAnonymousImport("magics", .{ .root_source_file = magics });
    b.installArtifact(exe);

    b.step("run", "Look up a queen").dependOn(&b.addRunArtifact(exe).step);

    const check = b.addSystemCommand(&.{ "magicgen", "--check", "--config" });
    check.addFileArg(b.path("magicgen.toml"));
    check.addArg("--output");
    check.addFileArg(magics);
    check.has_side_effects = true;
    b.step("check", "Compare magics.zig with magicgen.toml and its lock").dependOn(&check.step);
}
