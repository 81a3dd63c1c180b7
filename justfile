# What to run before a commit.
test:
    cargo fmt --all --check
    cargo clippy --all-targets -- -D warnings
    cargo test

# The quick and the slow tests, or those of the slow ones whose names have a text in them: `just slow compile::kotlin`.
slow filter="":
    cargo test --workspace --exclude magicgen-wasm {{ if filter == "" { "" } else { "--test slow -- " + filter } }}

# Writes all that tests compare with: goldens, digests, samples, the book's printed pages and schemas. Look at the difference.
update:
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --lib -- schemas
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --test quick -- goldens::
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --test slow -- forms::
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --test slow -- same_bytes::crlf
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --test slow -- minimal_bits::the_least
    UPDATE=1 cargo test --workspace --exclude magicgen-wasm --test slow -- book::printed

# The crates that magicgen is made of: licences, versions, sources, and known faults, whose list comes by the network.
deny:
    cargo deny check

# Every product of variants, orders of squares and forms of tables in every language, of which `just slow` runs what covers all pairs
# of a language and a choice; the goldens of every form on every board; and each lookup proved in every order, machine and form.
matrix:
    MAGICGEN_MATRIX=all cargo test --lib in_all_orders -- --include-ignored
    MAGICGEN_REQUIRE=all MAGICGEN_MATRIX=all just slow compile::
    MAGICGEN_MATRIX=all just slow forms::

# The same bytes on other processors, from other line ends and by the oldest compiler.
same-bytes:
    MAGICGEN_REQUIRE=all MAGICGEN_BUILDS=all just slow same_bytes::

bench:
    cargo bench --bench lookup
    cargo bench --bench search
    cargo bench --bench generate
    cargo bench --bench prove

# What ships of factors whose search takes seconds.
found:
    cargo run --release -- --config config/found/magicgen.toml --allow-outside --effort 240 --only direction-packed,direction-packed-constant
    cargo run --release -- --config config/found/magicgen.toml --allow-outside --effort 8 --only shared-factor-bishop,shared-factor-constant-bishop
    cargo run --release -- --config config/found/magicgen.toml --allow-outside --effort 4 --only shared-factor,shared-factor-constant
    cargo run --release -- --config config/found/magicgen.toml --allow-outside

# The crates whose lookups are measured beside Rust's.
peers := "--beside 'shakmaty=benches/field/peers/target/release/field-peers shakmaty' --beside 'cozy-chess=benches/field/peers/target/release/field-peers cozy-chess' --beside 'chess=benches/field/peers/target/release/field-peers chess' --beside 'chess-bmi=benches/field/peers/target/release/field-peers chess-bmi' --beside 'pleco=benches/field/peers/target/release/field-peers pleco'"

# How fast lookups are in chess programs' work, for `magicgen list variants`; the order of variants goes by it.
field:
    cargo build --release
    cd benches/field/peers && cargo build --release
    target/release/magicgen bench --lang c --plot docs/data/speed-c.svg > benches/field/c.txt
    target/release/magicgen bench --lang rust --plot docs/data/speed-rust.svg > benches/field/rust.txt {{peers}}
    target/release/magicgen bench --lang rust --variant fancy,fixed,packed,pext -D output.rust.unchecked=true > benches/field/rust-unchecked.txt {{peers}}

# The package for node and the playground: built below target/wasm, and tested in node and in headless Chromium.
web:
    MAGICGEN_WEB=1 just slow web::

# Builds the playground, and serves it on this machine until it is interrupted.
playground port="8000":
    scripts/build-wasm
    @echo "open http://localhost:{{port}}/"
    python3 -m http.server {{port}} --bind 127.0.0.1 --directory target/wasm/playground

# Generated lookups beside hand-written ones in the same language, as docs/measurements.md's table.
bench-languages:
    benches/languages/run

# Fields as arrays, records and pointers in C, as docs/measurements.md's table.
bench-fields compiler="gcc":
    benches/fields/run {{compiler}}

# Feeds a target (config, lock, ledger, verify) with mutants, by coverage; docs/fuzzing.md says what it holds to.
fuzz target runs="10000000":
    mkdir -p fuzz/corpus/{{target}} fuzz/artifacts
    cd fuzz && cargo run --release --bin {{target}} -- corpus/{{target}} ../tests/slow/fuzz/corpus/{{target}} \
        -dict=dictionaries/{{target}}.dict -artifact_prefix=artifacts/{{target}}- \
        -runs={{runs}} -timeout=1 -max_len=8192 -print_final_stats=1

# Everything that a release consists of, below target/packages, and each installed in an empty place.
package:
    packaging/build
    packaging/test

# What a maintainer does for a release: the packages, their notes, and the tag that .github/workflows/release.yml publishes.
release version:
    packaging/notes {{version}}
    test "$(cargo pkgid | sed 's/.*[#@]//')" = {{version}}
    just package
    git tag --annotate v{{version}} --message "magicgen {{version}}"
    @echo "git push origin v{{version}} publishes it"
