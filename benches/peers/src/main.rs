//! Measures the generated Rust of each variant of magicgen beside shakmaty, cozy-chess, chess and pleco.
//!
//! `cargo run --release` in this folder prints a table for each setting, and `-- --json` the same as JSON; `--shapes`
//! adds hand-written forms, `--rounds N` sets the number of rounds, and `--only TEXT` leaves out other rows.

mod bmi;
mod lookup;
mod measure;
mod positions;
mod report;
mod shapes;

use lookup::Lookup;
use measure::{BISHOP, QUEEN, ROOK};
use positions::{Input, Random};

include!(concat!(env!("OUT_DIR"), "/variants.rs"));

type Pass = fn(&Input) -> u64;
type Pressed = fn(&Input, &[u64]) -> u64;
type Cold = fn(&Input, &[u64], usize) -> f64;

/// A peer with its passes for rook, bishop and queen.
pub struct Peer {
    name: String,
    throughput: [Pass; 3],
    latency: [Pass; 3],
    pressure: [Pressed; 3],
    cold: [Cold; 3],
    check: fn(usize, u64) -> [u64; 2],
}

fn peer<L: Lookup>(name: &str) -> Peer {
    use measure::{cold, latency, pressure, throughput};
    Peer {
        name: name.to_owned(),
        throughput: [throughput::<L, ROOK>, throughput::<L, BISHOP>, throughput::<L, QUEEN>],
        latency: [latency::<L, ROOK>, latency::<L, BISHOP>, latency::<L, QUEEN>],
        pressure: [pressure::<L, ROOK>, pressure::<L, BISHOP>, pressure::<L, QUEEN>],
        cold: [cold::<L, ROOK>, cold::<L, BISHOP>, cold::<L, QUEEN>],
        check: |square, occupied| [L::rook(square, occupied), L::bishop(square, occupied)],
    }
}

fn peers(with_shapes: bool) -> Vec<Peer> {
    use lookup::{Chess, Cozy, Nothing, Pleco, Shakmaty};
    let cozy = if cfg!(feature = "cozy-pext") { "cozy-chess 0.3 pext" } else { "cozy-chess 0.3" };
    let mut peers = vec![
        peer::<Nothing>("(loop only)"),
        peer::<Shakmaty>("shakmaty 0.30"),
        peer::<Cozy>(cozy),
        peer::<Chess>("chess 3.2"),
        peer::<Pleco>("pleco 0.5"),
    ];
    #[cfg(target_feature = "bmi2")]
    peers.push(peer::<lookup::ChessBmi>("chess 3.2 bmi"));
    peers.extend(variants());
    if with_shapes {
        peers.extend([
            peer::<shapes::FixedChecked>("shape fixed, records, square and table checked"),
            peer::<shapes::FixedMasked>("shape fixed, records, square & 63, table checked"),
            peer::<shapes::FixedUnchecked>("shape fixed, records, square & 63, unchecked"),
            peer::<shapes::FixedWindow>("shape fixed, windows, square & 63"),
            peer::<shapes::FixedWindowChecked>("shape fixed, windows, square checked"),
            peer::<shapes::FixedWindowUnchecked>("shape fixed, windows, square unchecked"),
            peer::<shapes::FixedWindow32>("shape fixed, windows, records of 32 bytes"),
            peer::<shapes::BlackMasked>("shape black 87,988, records, table checked"),
            peer::<shapes::BlackWindow>("shape black 87,988, windows"),
            peer::<shapes::Black84326Window>("shape black 84,326, windows"),
            peer::<shapes::BlackWindowChecked>("shape black 87,988, windows, square checked"),
            peer::<shapes::FixedPointers>("shape fixed, pointers, square checked"),
            peer::<shapes::FancyPointers>("shape fancy, pointers, square checked"),
            peer::<shapes::PackedPointers>("shape packed 79,032, pointers, square checked"),
            peer::<shapes::SharedPointers>("shape shared-slots 52,796, pointers, square checked"),
            peer::<shapes::PackedWindowChecked>(
                "shape packed 79,032, windows, square checked, index & 4095",
            ),
            peer::<shapes::FancyWindowChecked>(
                "shape fancy, windows, square checked, index & 4095",
            ),
            peer::<shapes::SharedUncheckedChecked>(
                "shape shared-slots 52,796, unchecked, square checked",
            ),
            peer::<shapes::FancyMasked>("shape fancy, records, table checked"),
            peer::<shapes::FancyUnchecked>("shape fancy, records, unchecked"),
            peer::<shapes::PackedMasked>("shape packed 79,032, records, table checked"),
            peer::<shapes::PackedUnchecked>("shape packed 79,032, records, unchecked"),
            peer::<shapes::PackedShiftInOffset>("shape packed 79,032, shift in offset, unchecked"),
            peer::<shapes::PackedWindow>("shape packed 79,032, windows, index & 4095"),
            peer::<shapes::SharedWindow>("shape shared-slots 52,796, table checked"),
            peer::<shapes::SharedUnchecked>("shape shared-slots 52,796, unchecked"),
        ]);
        peers.extend(bmi::peers());
    }
    peers.push(peer::<Shakmaty>("CONTROL shakmaty again"));
    peers.push(peer::<VFancy>("CONTROL fancy again"));
    peers
}

/// A measure: its setting, its name, and nanoseconds per lookup of each peer in each round.
pub struct Measure {
    setting: &'static str,
    name: String,
    rounds: Vec<Vec<f64>>,
}

struct Options {
    rounds: usize,
    is_json: bool,
    with_shapes: bool,
    only: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { rounds: 61, is_json: false, with_shapes: false, only: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--json" => options.is_json = true,
            "--shapes" => options.with_shapes = true,
            "--only" => options.only = Some(value()?),
            "--rounds" => {
                options.rounds =
                    value()?.parse().map_err(|_| "--rounds wants a number".to_owned())?;
            }
            // `cargo bench` adds this argument.
            "--bench" => {}
            _ => {
                return Err(format!(
                    "{argument}? known are --json, --shapes, --rounds N, --only TEXT"
                ));
            }
        }
    }
    Ok(options)
}

fn main() -> Result<(), String> {
    let options = options()?;
    pleco::helper::Helper::new();
    bmi::fill();
    let small = positions::small(1);
    let large = positions::large(2);
    let mut peers = peers(options.with_shapes);
    if let Some(only) = &options.only {
        let is_kept = |name: &str| {
            only.split(',').any(|only| name.contains(only))
                || name.starts_with("shakmaty")
                || name.starts_with('(')
        };
        peers.retain(|peer| is_kept(&peer.name));
    }
    check(&peers, [&small, &large]);
    let measures = measures(&peers, &small, &large, options.rounds);
    let names: Vec<&str> = peers.iter().map(|peer| peer.name.as_str()).collect();
    if options.is_json {
        report::json(&names, &measures);
    } else {
        println!(
            "{} lookups of 256 positions, {} of as many; {} rounds; ns per lookup, and ratio to shakmaty\n",
            small.squares.len(),
            large.squares.len(),
            options.rounds
        );
        report::markdown(&names, &measures);
        for (name, why) in SKIPPED {
            println!("Left out: {name}: {why}");
        }
    }
    Ok(())
}

/// Checks that each peer's attack sets are the same as shakmaty's.
fn check(peers: &[Peer], inputs: [&Input; 2]) {
    let expected = peer::<lookup::Shakmaty>("");
    for input in inputs {
        for (square, occupied) in input.squares.iter().zip(&input.occupied) {
            let expected = (expected.check)(usize::from(*square), *occupied);
            for peer in peers.iter().filter(|peer| !peer.name.starts_with('(')) {
                let found = (peer.check)(usize::from(*square), *occupied);
                assert_eq!(found, expected, "{} on {square} under {occupied:#x}", peer.name);
            }
        }
    }
}

fn measures(peers: &[Peer], small: &Input, large: &Input, rounds: usize) -> Vec<Measure> {
    let mut random = Random(3);
    let buffer: Vec<u64> = (0..measure::BUFFER).map(|_| random.next()).collect();
    let mut measures = Vec::new();
    let pieces = ["R", "B", "Q"];
    let mut run = |setting, name: String, pass: &dyn Fn(&Peer) -> f64| {
        let mut order: Vec<usize> = (0..peers.len()).collect();
        let rounds = (0..rounds).map(|_| {
            for last in (1..order.len()).rev() {
                order.swap(last, random.below(last + 1));
            }
            let mut times = vec![0.0; peers.len()];
            order.iter().for_each(|at| times[*at] = pass(&peers[*at]));
            times
        });
        measures.push(Measure { setting, name, rounds: rounds.collect() });
    };
    for (setting, input, passes) in [("256 positions", small, 24), ("64 K positions", large, 1)] {
        let lookups = input.squares.len();
        for (piece, letter) in pieces.iter().enumerate() {
            run(setting, format!("{letter} thr"), &|peer| {
                measure::time(lookups, passes, || peer.throughput[piece](input))
            });
        }
        for (piece, letter) in pieces.iter().enumerate() {
            run(setting, format!("{letter} lat"), &|peer| {
                measure::time(lookups, passes, || peer.latency[piece](input))
            });
        }
    }
    for (piece, letter) in pieces.iter().enumerate() {
        run("cache pressure", format!("{letter} thr"), &|peer| {
            measure::time(large.squares.len(), 1, || peer.pressure[piece](large, &buffer))
        });
    }
    for (piece, letter) in pieces.iter().enumerate() {
        run("cold", format!("{letter} thr"), &|peer| peer.cold[piece](large, &buffer, 8));
    }
    measures
}
