//! Prints measures as tables or JSON.

use crate::Measure;

fn median(measure: &Measure, peer: usize) -> f64 {
    let mut times: Vec<f64> = measure.rounds.iter().map(|round| round[peer]).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn settings(measures: &[Measure]) -> Vec<&'static str> {
    let mut settings: Vec<&str> = measures.iter().map(|measure| measure.setting).collect();
    settings.dedup();
    settings
}

fn shakmaty(names: &[&str]) -> usize {
    names.iter().position(|name| name.starts_with("shakmaty")).unwrap_or(0)
}

/// Prints a table for each setting, with medians and the speed relative to shakmaty.
pub fn markdown(names: &[&str], measures: &[Measure]) {
    let base = shakmaty(names);
    let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for setting in settings(measures) {
        let of: Vec<&Measure> =
            measures.iter().filter(|measure| measure.setting == setting).collect();
        println!("## {setting}\n");
        print!("| {:widest$} |", "");
        of.iter().for_each(|measure| print!(" {:>11} |", measure.name));
        print!("\n| {:-<widest$} |", "");
        of.iter().for_each(|_| print!(" ----------: |"));
        println!();
        for (peer, name) in names.iter().enumerate() {
            print!("| {name:widest$} |");
            for measure in &of {
                let time = median(measure, peer);
                print!(" {time:>5.2}  {:.2} |", median(measure, base) / time);
            }
            println!();
        }
        println!();
    }
}

/// Prints an array of objects with setting, measure, peer, nanoseconds (median and least) and ratio.
pub fn json(names: &[&str], measures: &[Measure]) {
    let base = shakmaty(names);
    let mut rows = Vec::new();
    for measure in measures {
        for (peer, name) in names.iter().enumerate() {
            let time = median(measure, peer);
            let least = measure.rounds.iter().map(|round| round[peer]).fold(f64::MAX, f64::min);
            rows.push(format!(
                "  {{\"setting\": {:?}, \"measure\": {:?}, \"peer\": {name:?}, \"median\": {time:.4}, \
                 \"least\": {least:.4}, \"ratio\": {:.4}}}",
                measure.setting,
                measure.name,
                median(measure, base) / time
            ));
        }
    }
    println!("[\n{}\n]", rows.join(",\n"));
}
