// What the page shows, as the fragment of its address. A fragment comes from anywhere: nothing in it is taken for more than text.

/** The most characters of a fragment that is read: some browsers and servers cut longer addresses. */
export const MOST = 32_768;

const KEYS = ["config", "piece", "square", "occupied", "bits"];

/** The texts in a fragment, and what is wrong with it, if anything is. */
export function readLink(fragment) {
    const text = fragment.replace(/^#/, "");
    if (text === "") return { texts: {} };
    if (text.length > MOST) {
        return { texts: {}, fault: `The link has ${text.length.toLocaleString("en")} characters after #; it isn't read, since ${MOST.toLocaleString("en")} are the most.` };
    }
    const given = new URLSearchParams(text);
    const texts = {};
    for (const key of KEYS) if (given.has(key)) texts[key] = given.get(key).replaceAll("\0", "");
    if (Object.keys(texts).length === 0) return { texts, fault: "The link says nothing after # that this page knows." };
    return { texts };
}

/** The fragment for these texts; undefined if it would be too long to be read. */
export function writeLink(texts) {
    const given = new URLSearchParams();
    for (const key of KEYS) if (texts[key] !== undefined) given.set(key, texts[key]);
    const fragment = `#${given}`;
    return fragment.length > MOST ? undefined : fragment;
}
