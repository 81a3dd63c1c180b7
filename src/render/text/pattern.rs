//! Lines with places that are filled in.

/// A pattern with a text in each of its places: `$name` stands for the text that `texts` has under `name`. Any other `$`
/// stands for itself.
pub fn filled_in(pattern: &str, texts: &[(&str, &str)]) -> String {
    let mut parts = pattern.split('$');
    let mut line = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let place = texts.iter().find_map(|(name, text)| Some((*text, part.strip_prefix(name)?)));
        let (text, rest) = place.unwrap_or(("$", part));
        line.extend([text, rest]);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_are_filled() {
        let line = filled_in("(local $$name $kind)", &[("name", "$kind"), ("kind", "i64")]);
        assert_eq!(line, "(local $$kind i64)");
    }
}
