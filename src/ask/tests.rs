//! Requests and their answers, without a host.

use serde_json::{Value, json};

use super::request::Session;

fn answer(request: &Value) -> Value {
    serde_json::from_str(&Session::default().answer(&request.to_string())).unwrap()
}

#[test]
fn a_file_is_generated_from_flags_and_from_a_config() {
    let flags = json!({ "lang": "java", "orientation": "h1lsb", "piece": ["bishop"] });
    let request = json!({ "ask": "generate", "flags": flags, "output": "src/Magics.java" });
    let found = answer(&request);
    assert_eq!(found["status"], "generated");
    let file = &found["files"][0];
    assert_eq!((&file["path"], &file["language"]), (&json!("src/Magics.java"), &json!("java")));
    let text = file["text"].as_str().unwrap();
    let command = "regenerate: magicgen --lang java --orientation h1lsb --piece bishop\n";
    assert!(text.contains(command));
    let config = "version = 1\n[[output]]\nlang = \"c\"\npieces = [\"bishop\"]\npath = \"a/\"\n";
    let found = answer(&json!({ "ask": "generate", "config": config }));
    assert_eq!(found["files"][0]["path"], "a/magics.h");
    assert!(found["lock"].as_str().unwrap().contains("bishop"));
}

#[test]
fn a_path_is_a_folder_if_the_host_says_so() {
    let flags = json!({ "lang": "java", "piece": "bishop" });
    let mut request = json!({ "ask": "generate", "flags": flags, "output": "src" });
    let found = answer(&request);
    assert_eq!((&found["status"], &found["paths"]), (&json!("error"), &json!(["src"])));
    request["folders"] = json!(["src"]);
    assert_eq!(answer(&request)["files"][0]["path"], "src/Magics.java");
}

#[test]
fn a_stream_has_no_file_beside_it() {
    let flags = json!({ "lang": "ada", "piece": "bishop" });
    let mut request = json!({ "ask": "plan", "flags": flags, "output": "pipe" });
    let found = answer(&request);
    assert_eq!((&found["status"], &found["paths"]), (&json!("error"), &json!(["pipe"])));
    request["streams"] = json!(["pipe"]);
    assert!(answer(&request)["text"].as_str().unwrap().contains("2 files can't all go to pipe"));
    request["flags"] = json!({ "lang": "java", "piece": "bishop" });
    assert_eq!(
        answer(&request)["outputs"],
        json!([{ "id": "java", "path": "pipe", "confined": false }])
    );
}

#[test]
fn a_path_is_outside_if_the_host_says_so() {
    let config = "version = 1\n[[output]]\nlang = \"c\"\npath = \"away/\"\n";
    let mut request = json!({ "ask": "plan", "config": config });
    let found = answer(&request);
    let output = json!({ "id": "c", "path": "away/magics.h", "confined": true });
    assert_eq!(found["outputs"], json!([output]));
    assert_eq!(found["confined"], json!(["away/magics.h"]));
    request["outside"] = found["confined"].clone();
    request["name"] = json!("standard input");
    let found = answer(&request);
    assert_eq!((&found["exit"], &found["diagnostics"][0]["span"]["line"]), (&json!(2), &json!(4)));
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("leads out of the config's folder"), "{text}");
    assert!(text.contains("standard input:4:8"), "{text}");
    // What the command line names is its user's choice.
    request["output"] = json!("away/magics.h");
    assert_eq!(answer(&request)["confined"], json!([]));
}

#[test]
fn an_error_has_its_place() {
    let found = answer(
        &json!({ "ask": "generate", "config": "version = 1\n[[output]]\nlang = \"cc\"\npath = \"m.h\"\n" }),
    );
    assert_eq!((&found["status"], &found["exit"]), (&json!("error"), &json!(2)));
    assert_eq!(found["diagnostics"][0]["span"]["line"], 3);
    assert!(found["text"].as_str().unwrap().contains("magicgen.toml:3:8"));
}

#[test]
fn a_file_that_the_config_names_is_asked_for() {
    let config =
        "version = 1\n[search]\ngiven = \"my.toml\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n";
    let found = answer(&json!({ "ask": "generate", "config": config, "path": "a/magicgen.toml" }));
    assert_eq!(found["unread"], json!(["a/my.toml"]));
    let known = include_str!("../../config/known/rival.toml");
    let files = json!({ "a/my.toml": known });
    let path = "a/magicgen.toml";
    let found =
        answer(&json!({ "ask": "generate", "config": config, "path": path, "files": files }));
    assert_eq!(found["status"], "generated");
}

#[test]
fn lookups_of_a_config_are_prepared_once() {
    let mut session = Session::default();
    let mut ask = |square: &str, occupied: &str| {
        let flags = json!({ "variant": "plain" });
        let (ask, piece) = ("explain", "bishop");
        let request = json!({ "ask": ask, "piece": piece, "square": square, "occupied": occupied, "flags": flags });
        let found: Value = serde_json::from_str(&session.answer(&request.to_string())).unwrap();
        found["explanation"]["attacks"]["squares"].clone()
    };
    assert_eq!(ask("a1", "c3"), json!(["b2", "c3"]));
    assert_eq!(ask("a1", "b2"), json!(["b2"]));
    assert_eq!(ask("h1", "f3"), json!(["g2", "f3"]));
}

#[test]
#[ignore = "slow"]
fn a_square_is_settled_in_slices() {
    let mut session = Session::default();
    let mut ask = |request: Value| -> Value {
        serde_json::from_str(&session.answer(&request.to_string())).unwrap()
    };
    assert_eq!(ask(json!({ "ask": "go-on" }))["status"], "error");
    let begun = ask(json!({ "ask": "prove", "piece": "bishop", "square": "b1", "bits": 3 }));
    assert_eq!(begun["status"], "searching");
    let mut found = begun.clone();
    let mut calls = 0;
    while found["status"] == "searching" {
        found = ask(json!({ "ask": "go-on", "roots": 1 + calls }));
        calls += 1;
    }
    assert!(calls > 1);
    assert_eq!(found["status"], "none");
    assert_eq!(found["done"], begun["roots"]);
    let published = ask(json!({ "ask": "prove", "piece": "rook", "square": "a1", "bits": 12 }));
    assert_eq!(
        (&published["status"], &published["how"]),
        (&json!("exists"), &json!("published factor"))
    );
    let wrong = ask(json!({ "ask": "prove", "piece": "rook", "square": "a1", "bits": 13 }));
    assert_eq!(wrong["status"], "error");
}

const XIANGQI: &str = "version = 1\nboard = { width = 9, height = 10 }\norientation = { preset = \"xiangqi\" }\n\
    [[piece]]\nname = \"horse\"\nmoves = [{ leaps = \"knight\", via = \"orthogonal\" }]\n";

/// The horse on e6 is hindered on e5, d6 and f6, and on e7, which is a bit of the second word.
#[test]
fn a_factor_of_a_folded_key_is_found() {
    let request = |square: &str, bits: u8| {
        answer(
            &json!({ "ask": "prove", "config": XIANGQI, "piece": "horse", "square": square, "bits": bits }),
        )
    };
    let found = request("e6", 4);
    assert_eq!((&found["status"], &found["how"]), (&json!("exists"), &json!("random candidates")));
    let what = found["what"].as_str().unwrap();
    assert_eq!(what, "the horse on e6 of the 9 x 10 board by the key w0 ^ w1");
    let factor = found["factor"].as_str().unwrap().trim_start_matches("0x").to_owned();
    let factor = u64::from_str_radix(&factor, 16).unwrap();
    // Each of these squares takes away two targets of its own, so that every subset needs an index of its own.
    let bits = [5 * 9 + 4, 6 * 9 + 3, 6 * 9 + 5, 7 * 9 + 4 - 64];
    let key = |subset: u64| {
        (0..4).filter(|at| subset >> at & 1 != 0).fold(0, |key, at| key | 1_u64 << bits[at])
    };
    let indices: std::collections::BTreeSet<u64> =
        (0..16).map(|subset| key(subset).wrapping_mul(factor) >> 60).collect();
    assert_eq!(indices.len(), 16);
    assert_eq!(request("e6", 3)["status"], "error");
    assert!(request("a10", 4)["text"].as_str().unwrap().contains("name one of `a0` to `i9`"));
}

#[test]
fn a_key_of_several_words_has_no_proof() {
    let request =
        json!({ "ask": "prove", "config": XIANGQI, "piece": "rook", "square": "e4", "bits": 12 });
    assert_eq!(answer(&request)["diagnostics"][0]["code"], "prove::split-key");
}

#[test]
fn a_request_that_is_none_gets_an_error() {
    for request in
        ["", "[]", "{\"ask\":7}", "{\"ask\":\"tell\"}", "{\"ask\":\"explain\",\"square\":{}}"]
    {
        let found: Value = serde_json::from_str(&Session::default().answer(request)).unwrap();
        assert_eq!(found["status"], "error", "{request}");
    }
}

#[test]
fn what_there_is_is_listed() {
    let found = answer(&json!({ "ask": "list" }));
    for (key, id) in [("languages", "rust"), ("variants", "fancy"), ("orientations", "h1lsb")] {
        let ids = found[key].as_array().unwrap();
        assert!(ids.iter().any(|row| row["id"] == id), "{key}");
    }
}
