use super::*;
use crate::sample::configured;

#[test]
fn nonsense_is_refused_where_it_stands() {
    for (text, wrong, message) in [
        ("namespace = 'A.class'", "'A.class'", "not the name of a namespace"),
        ("namespace = ''", "''", "not the name of a namespace"),
        ("file-scoped = true", "true", "needs a name"),
        ("visibility = 'private'", "'private'", "unknown variant"),
        ("partial = true", "partial", "unknown field"),
    ] {
        let error = configured(&CSHARP, text).unwrap_err();
        assert_eq!(&text[error.span.clone().unwrap()], wrong, "{error:?}");
        assert!(error.message.contains(message), "{error:?}");
    }
}
