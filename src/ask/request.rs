//! Requests as JSON texts in; answers as JSON texts out.
//!
//! A request is an object that has in `ask` what it asks. Every request but `list` and `go-on` may have a `config`, which is its
//! text, its `path`, the `name` that it has in messages instead of its path, `flags`, which are named as on the command line, and `only`.
//!
//! | `ask` | further keys | answer |
//! | --- | --- | --- |
//! | `plan` | `output`, `folders`, `streams`, `outside`, `files` | `outputs`, each with its `id`, the `path` of its first file, and whether its files are `confined` |
//! | `generate` | the same, `lock` | `files`, each with `path` and `text`; `lock`; `notes` |
//! | `explain` | `piece`, `square`, `occupied`, `svg` | `explanation`, as by `magicgen explain --format json`; `svg` |
//! | `lookups` | | `part`: programs, fields and tables of the first output, as `magicgen report` has them in its page |
//! | `prove` | `piece`, `square`, `bits`, `constant` | how far the search is; `status` is `searching`, `exists` or `none` |
//! | `go-on` | `roots`: how many to search | the same |
//! | `list` | | `languages`, `variants` with their `speed` in the workload `engine` beside `fancy`, `orientations`, `constants` |
//!
//! An answer's `status` is `error` where `diagnostics` say what is wrong.
//!
//! Only a host knows its files. It learns from any answer about which paths it has to tell more in the next request:
//!
//! * `unread` lists the files that the config names, and whose texts `files` lacks.
//! * `paths` lists the outputs. Each is taken for a file unless `folders` or `streams` (devices and pipes) lists it.
//! * `confined` lists the outputs that a config must not put outside of its folder. `outside` lists those that lead there, through
//!   links too, and that are refused.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::factor::NamedProblem;
use super::flags::Flags;
use super::proof::{self, Proof};
use super::{Prepared, WantedSquare, prepared};
use crate::config::{Leads, OnBoard, Plan, Request, Source, Target, on_board, resolve};
use crate::diagnostic::diagnostics;
use crate::error::Error;
use crate::explain::json::data;
use crate::explain::svg::svg;
use crate::generate::{Solver, choose, generate};
use crate::order::{Workload, mean_speed};
use crate::render;
use crate::report::{self, Part};
use magicgen_board::Standard;
use magicgen_lab::prove::Constant;
use magicgen_lookup::variant;
use magicgen_search::Lock;

/// What a host has asked before: requests about one config are mostly followed by others about it.
#[derive(Default)]
pub struct Session {
    /// The lookups that were explained last, and of what they are.
    prepared: Option<(Value, Prepared)>,
    proof: Option<Proof>,
}

impl Session {
    /// Answers a request.
    #[must_use]
    pub fn answer(&mut self, request: &str) -> String {
        let noted = Noted::default();
        let answer = serde_json::from_str(request)
            .map_err(|error| Error::Usage {
                message: format!("the request isn't JSON: {error}"),
                help: None,
            })
            .and_then(|request: Value| {
                self.answered(&HostRequest { request: &request, noted: &noted })
            });
        let mut object = match answer {
            Ok(Value::Object(object)) => object,
            Ok(_) => Map::new(),
            Err(error) => failure(&error),
        };
        let lists =
            [("unread", noted.unread), ("paths", noted.paths), ("confined", noted.confined)];
        for (key, paths) in lists {
            object.insert(key.to_owned(), json!(paths.into_inner()));
        }
        object.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
        Value::Object(object).to_string()
    }

    fn answered(&mut self, asking: &HostRequest<'_>) -> Result<Value, Error> {
        match asking.text("ask").unwrap_or_default() {
            "plan" => planned(asking),
            "generate" => generated(asking),
            "lookups" => lookups(asking),
            "explain" => self.explained(asking),
            "prove" => {
                self.proof = None;
                let proof = proof(asking)?;
                let answer = proof.json();
                self.proof = Some(proof);
                Ok(answer)
            }
            "go-on" => {
                let proof = self.proof.as_mut().ok_or_else(proof::none)?;
                proof.go_on(asking.request["roots"].as_u64().unwrap_or(1));
                Ok(proof.json())
            }
            "list" => Ok(list()),
            other => Err(Error::Usage {
                message: format!("unknown request `{other}`"),
                help: Some(
                    "use `generate`, `lookups`, `explain`, `prove`, `go-on` or `list`".to_owned(),
                ),
            }),
        }
    }

    fn explained(&mut self, asking: &HostRequest<'_>) -> Result<Value, Error> {
        let piece = asking.text("piece").unwrap_or("rook");
        let wanted = WantedSquare {
            square: asking.text("square").unwrap_or_default(),
            occupied: asking.text("occupied"),
        };
        let of = ["config", "path", "flags", "only", "piece", "lock", "files"];
        let of: Value = of.iter().map(|key| asking.request[*key].clone()).collect();
        let kept = self.prepared.take().filter(|(earlier, _)| *earlier == of);
        let prepared = if let Some((_, prepared)) = kept {
            prepared
        } else {
            // The piece is looked for before anything is searched.
            let on_board = asking.on_board(piece)?;
            prepared(&on_board, |piece, only| {
                let source = asking.source(only)?;
                let plan = asking.plan(&source)?;
                let mut solver = asking.solver(&plan)?;
                Prepared::new(&plan.jobs, &mut solver, piece, wanted)
            })?
        };
        let (_, prepared) = self.prepared.insert((of, prepared));
        let explanation = prepared.explain(wanted)?;
        let picture = (asking.request["svg"] == json!(true)).then(|| svg(&explanation));
        Ok(json!({ "status": "explained", "explanation": data(&explanation), "svg": picture }))
    }
}

/// An error as an answer.
fn failure(error: &Error) -> Map<String, Value> {
    let all = diagnostics(error);
    let text: Vec<String> = all.iter().map(ToString::to_string).collect();
    let mut object = Map::new();
    object.insert("status".to_owned(), json!("error"));
    object.insert("exit".to_owned(), json!(error.status()));
    object.insert("diagnostics".to_owned(), json!(all));
    object.insert("text".to_owned(), json!(text.join("\n")));
    object
}

/// A request, and what only its host knows.
struct HostRequest<'a> {
    request: &'a Value,
    noted: &'a Noted,
}

/// Paths about which a host is told.
#[derive(Default)]
struct Noted {
    /// Files that were to be read in vain.
    unread: RefCell<BTreeSet<String>>,
    /// Outputs that may be files, folders or streams.
    paths: RefCell<BTreeSet<String>>,
    /// Outputs that must be in the config's folder.
    confined: RefCell<BTreeSet<String>>,
}

impl<'a> HostRequest<'a> {
    fn text(&self, key: &str) -> Option<&'a str> {
        self.request[key].as_str()
    }

    fn texts(&self, key: &str) -> Vec<String> {
        let values = self.request[key].as_array();
        values.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The config with its flags. `piece` is the only piece of its outputs, if it isn't `None`.
    fn source(&self, piece: Option<&'a str>) -> Result<Source, Error> {
        let mut flags = Flags::of(&self.request["flags"]);
        if let Some(piece) = piece {
            flags.piece = vec![piece];
        }
        let bare = match (self.text("ask"), flags.lang) {
            (Some("prove"), _) => "version = 1\n",
            (Some("explain"), None) => "version = 1\n\n[[output]]\nlang = \"rust\"\n",
            _ => "version = 1\n\n[[output]]\n",
        };
        let text = self.text("config");
        let name = self.text("name").or_else(|| self.text("path"));
        let name = name.unwrap_or(if text.is_some() { "magicgen.toml" } else { "" });
        Ok(Source::new(name, text.unwrap_or(bare), flags.settings()?))
    }

    fn plan(&self, source: &Source) -> Result<Plan, Error> {
        self.with_request(|request| resolve(source, request))
            .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })
    }

    /// A piece of the config on its board.
    fn on_board(&self, piece: &str) -> Result<OnBoard, Error> {
        let source = self.source(None)?;
        self.with_request(|request| on_board(&source, piece, request))
            .map_err(|errors| Error::Config { source: Box::new(source), errors })
    }

    /// Asks for something with the files and folders that the host names.
    fn with_request<T>(&self, ask: impl FnOnce(&Request<'_>) -> T) -> T {
        let [folders, streams, outside] =
            ["folders", "streams", "outside"].map(|key| self.texts(key));
        let leads = |path: &Path| {
            let path = path.to_string_lossy().into_owned();
            let leads = if folders.contains(&path) {
                Leads::ToFolder
            } else if streams.contains(&path) {
                Leads::ToStream
            } else {
                Leads::ToFile
            };
            self.noted.paths.borrow_mut().insert(path);
            leads
        };
        let is_outside = |path: &Path| {
            let path = path.to_string_lossy().into_owned();
            let is_outside = outside.contains(&path);
            self.noted.confined.borrow_mut().insert(path);
            is_outside
        };
        let read = |path: &Path| {
            let path = path.to_string_lossy();
            let Some(text) = self.request["files"][&*path].as_str() else {
                self.noted.unread.borrow_mut().insert(path.into_owned());
                return Err("can't be read here".to_owned());
            };
            Ok(text.to_owned())
        };
        let config =
            self.text("config").map(|_| Path::new(self.text("path").unwrap_or("magicgen.toml")));
        let lock = config.map(|config| config.with_file_name("magicgen.lock"));
        let output = self.text("output").map(PathBuf::from);
        let flags = Flags::of(&self.request["flags"]);
        let mut single = Vec::new();
        if config.is_some() {
            let given = [
                (flags.lang.is_some(), "--lang"),
                (output.is_some(), "--output"),
                (flags.name.is_some(), "--name"),
            ];
            single.extend(given.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag));
        }
        ask(&Request {
            config,
            lock: lock.as_deref(),
            only: &self.texts("only"),
            single: &single,
            output: output.as_deref(),
            leads: &leads,
            read: &read,
            is_outside: &is_outside,
        })
    }

    fn solver(&self, plan: &Plan) -> Result<Solver, Error> {
        let mut solver = Solver::new(plan.effort.clone());
        solver.choices = plan.choices.clone();
        solver.keeps = self.text("config").is_some();
        if let Some(text) = self.text("lock").filter(|text| !text.is_empty()) {
            let path = PathBuf::from("magicgen.lock");
            solver.lock = text.parse::<Lock>().map_err(|error| Error::Lock {
                path: path.clone(),
                text: text.to_owned(),
                error,
            })?;
            solver.origin = Some((path, text.to_owned()));
        }
        Ok(solver)
    }
}

fn planned(asking: &HostRequest<'_>) -> Result<Value, Error> {
    let source = asking.source(None)?;
    let plan = asking.plan(&source)?;
    let outputs = plan.jobs.iter().map(|job| {
        let path = match &job.target {
            Target::Stdout => None,
            Target::File(path) | Target::Stream(path) => Some(path.to_string_lossy()),
        };
        json!({ "id": job.id, "path": path, "confined": job.is_configs_path })
    });
    Ok(json!({ "status": "planned", "outputs": outputs.collect::<Vec<_>>() }))
}

fn generated(asking: &HostRequest<'_>) -> Result<Value, Error> {
    let source = asking.source(None)?;
    let plan = asking.plan(&source)?;
    let mut solver = asking.solver(&plan)?;
    let (mut files, mut notes) = (Vec::new(), Vec::new());
    for job in &plan.jobs {
        let job = choose(job, &mut solver)?;
        let searched = job.pieces.iter().map(|piece| &piece.piece.name);
        let pieces: Vec<&String> =
            searched.chain(job.printed.unions.iter().map(|union| &union.name)).collect();
        let generated = generate(job, &mut solver)?;
        for (index, artifact) in generated.artifacts.iter().enumerate() {
            let path = match &job.target {
                Target::Stdout => None,
                Target::File(path) | Target::Stream(path) if index == 0 => Some(path.clone()),
                Target::File(path) | Target::Stream(path) => {
                    Some(path.with_file_name(&artifact.name))
                }
            };
            if artifact.binary.is_some() {
                return Err(Error::Usage {
                    message: "`tables = \"blob\"` makes a binary file, and this answer is text"
                        .to_owned(),
                    help: Some("use the command line, or `tables = \"full\"`".to_owned()),
                });
            }
            let text = String::from_utf8_lossy(&generated.encoded(job.eol)[index]).into_owned();
            files.push(json!({
                "id": job.id,
                "path": path.map(|path| path.to_string_lossy().into_owned()),
                "name": artifact.name,
                "language": job.language.id,
                "variant": job.variant.id,
                "pieces": pieces,
                "entries": generated.entries,
                "bytes": generated.bytes,
                "text": text,
            }));
        }
        notes.extend(generated.notes.iter().map(|note| format!("{}: {note}", job.id)));
    }
    Ok(json!({
        "status": "generated",
        "files": files,
        "notes": notes,
        "searched": solver.searched,
        "lock": solver.lock.to_string(),
    }))
}

fn lookups(asking: &HostRequest<'_>) -> Result<Value, Error> {
    let source = asking.source(None)?;
    let plan = asking.plan(&source)?;
    let mut solver = asking.solver(&plan)?;
    let Some(job) = plan.jobs.first() else {
        return Err(Error::Usage {
            message: "the config has no output".to_owned(),
            help: Some("add an `[[output]]`".to_owned()),
        });
    };
    let part = report::data::part(&Part::of(job, &mut solver)?).map_err(Error::Disproof)?;
    Ok(json!({ "status": "looked-up", "part": part }))
}

fn proof(asking: &HostRequest<'_>) -> Result<Proof, Error> {
    let on_board = asking.on_board(asking.text("piece").unwrap_or("rook"))?;
    let asked = NamedProblem::new(on_board, asking.text("square").unwrap_or_default())?;
    let kind = asking.text("constant");
    let constant = Constant::ALL.into_iter().find(|constant| Some(constant.id()) == kind);
    let bits = asking.request["bits"].as_u64().and_then(|bits| u8::try_from(bits).ok());
    let question = asked.question(bits.unwrap_or(0), constant.unwrap_or(Constant::None))?;
    Ok(Proof::new(&asked, question))
}

fn list() -> Value {
    let languages = render::ALL.iter().map(|language| {
        json!({ "id": language.id, "aliases": language.aliases, "summary": language.summary })
    });
    let variants = variant::ALL.iter().map(|variant| {
        let speed = mean_speed(variant.id, Workload::Engine);
        json!({ "id": variant.id, "summary": variant.summary, "speed": speed })
    });
    let orientations = Standard::ALL
        .iter()
        .map(|standard| json!({ "id": standard.id, "summary": standard.summary }));
    json!({
        "status": "listed",
        "languages": languages.collect::<Vec<_>>(),
        "variants": variants.collect::<Vec<_>>(),
        "orientations": orientations.collect::<Vec<_>>(),
        "constants": Constant::ALL.map(Constant::id),
    })
}
