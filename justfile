# What CI runs, without installing anything.
test:
    cargo fmt --all --check
    cargo clippy --all-targets -- -D warnings
    cargo test

# Goldens and samples anew; look at the difference.
update:
    UPDATE=1 cargo test --test goldens

bench:
    cargo bench --bench lookup
    cargo bench --bench search
    cargo bench --bench generate
