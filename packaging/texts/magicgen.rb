# A formula for Homebrew; it builds from the crate's source.
class Magicgen < Formula
  desc "Generate chess magic-bitboard tables as source code"
  homepage "@REPOSITORY@"
  url "@RELEASES@/magicgen-@VERSION@-source.tar.gz"
  sha256 "@SHA_SOURCE@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"magicgen", "completions")
    (man1/"magicgen.1").write Utils.safe_popen_read(bin/"magicgen", "man")
  end

  test do
    system bin/"magicgen", "--lang", "c", "-o", "magics.h"
    assert_path_exists testpath/"magics.h"
    system bin/"magicgen", "verify", "magics.h"
  end
end
