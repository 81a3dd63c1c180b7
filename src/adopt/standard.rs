//! Finds the C++ standard of a project in its build files.

use super::Project;
use crate::render::TomlKey;

/// The names of build files that set a standard.
const BUILDS: [&str; 5] = ["CMakeLists.txt", "GNUmakefile", "Makefile", "makefile", "meson.build"];

/// The texts before a standard's number.
const MARKS: [&str; 6] =
    ["-std=c++", "-std=gnu++", "cpp_std=c++", "CMAKE_CXX_STANDARD ", "CXX_STANDARD ", "cxx_std_"];

/// The key `std` of a C++ output, if the newest standard in the build files is older than the output's default.
#[must_use]
pub fn standard(project: &Project) -> Option<TomlKey> {
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let builds = project
        .files
        .iter()
        .filter(|(path, _)| name(path).is_some_and(|name| BUILDS.contains(&name.as_str())));
    let years = builds.flat_map(|(_, text)| {
        let behind = |mark: &'static str| {
            text.match_indices(mark).filter_map(|(at, _)| year(&text[at + mark.len()..]))
        };
        MARKS.into_iter().flat_map(behind).collect::<Vec<u8>>()
    });
    let why = "the C++ standard of the build";
    match years.max()? {
        ..14 => Some(TomlKey::text("std", "c++11", why)),
        14..17 => Some(TomlKey::text("std", "c++14", why)),
        17.. => None,
    }
}

/// The number of a standard at the beginning of a text, such as 17 or 1z.
fn year(text: &str) -> Option<u8> {
    match text.trim_start().get(..2)? {
        "0x" | "11" => Some(11),
        "1y" | "14" => Some(14),
        "1z" | "17" => Some(17),
        "2a" | "20" | "2b" | "23" | "2c" | "26" => Some(20),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_standard_of_the_build_is_kept() {
        for (file, text, wanted) in [
            ("Makefile", "CXXFLAGS = -O3 -std=c++11 -flto\n", Some("\"c++11\"")),
            ("src/Makefile", "A = -std=gnu++0x\nB = -std=c++14\n", Some("\"c++14\"")),
            ("CMakeLists.txt", "set(CMAKE_CXX_STANDARD 14)\n", Some("\"c++14\"")),
            ("meson.build", "default_options : ['cpp_std=c++20']", None),
            ("Makefile", "-std=c++11 -std=c++17", None),
            ("Makefile", "-O3", None),
            ("README", "-std=c++11", None),
        ] {
            let files = vec![(file.to_owned(), text.to_owned())];
            let found = standard(&Project { files, folders: Vec::new() });
            assert_eq!(found.map(|key| key.value).as_deref(), wanted, "{file}: {text}");
        }
    }
}
