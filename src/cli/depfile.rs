//! Makes a rule for `make` that names generated files and their sources.

use std::path::Path;

use crate::emit::Refusal;
use crate::error::Error;

/// The rule, such as `a.h b.h: magicgen.toml magicgen.lock`.
pub(super) fn rule<'a>(
    targets: &[&Path],
    sources: impl IntoIterator<Item = &'a Path>,
) -> Result<Vec<u8>, Error> {
    let mut rule = Vec::new();
    for target in targets {
        if !rule.is_empty() {
            rule.push(b' ');
        }
        escape(target, &mut rule)?;
    }
    rule.push(b':');
    for source in sources {
        rule.push(b' ');
        escape(source, &mut rule)?;
    }
    rule.push(b'\n');
    Ok(rule)
}

/// Appends a path, escaped for `make`. A path with a line break is an error, since `make` can't read it.
fn escape(path: &Path, rule: &mut Vec<u8>) -> Result<(), Error> {
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\n' | b'\r' => {
                let (path, refusal) = (path.to_owned(), Refusal::LineBreak);
                return Err(Error::Refused { action: "write a rule for", path, refusal });
            }
            b'$' => rule.push(b'$'),
            b' ' | b'\t' | b'#' | b'%' => rule.push(b'\\'),
            // A colon ends the list of targets, but not after a drive's letter on Windows.
            b':' if !cfg!(windows) => rule.push(b'\\'),
            _ => {}
        }
        rule.push(*byte);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_make_reads_otherwise_is_quoted() {
        let config = Path::new("x/magicgen.toml");
        let rule = rule(&[Path::new("a b$c#d%e:f.h")], [config]).unwrap();
        let rule = String::from_utf8(rule.clone()).unwrap();
        assert_eq!(rule, "a\\ b$$c\\#d\\%e\\:f.h: x/magicgen.toml\n");
    }
}
