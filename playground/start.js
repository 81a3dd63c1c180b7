// What the page begins with.

/** The config. */
export const START = `version = 1
orientation = "a1lsb"

[[output]]
lang = "c"
variant = "fancy"
path = "./"
`;
