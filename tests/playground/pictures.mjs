// Compares screenshots with small pictures that are kept.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** How wide the kept pictures are, in pixels. */
const WIDE = 240;

/** The share of a screenshot that differs from the kept picture; with MAGICGEN_UPDATE=1 the picture is written instead. */
export async function compared(page, screenshot, path) {
    const isUpdate = process.env.MAGICGEN_UPDATE === "1";
    if (!isUpdate && !existsSync(path)) throw new Error(`${path} is missing: MAGICGEN_UPDATE=1 writes it`);
    const kept = isUpdate ? undefined : [...readFileSync(path)];
    const { picture, difference } = await page.evaluate(async ({ png, kept, wide }) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(png)]));
        const canvas = new OffscreenCanvas(wide, Math.round(image.height * wide / image.width));
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        if (!kept) {
            const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.6 });
            return { picture: [...new Uint8Array(await blob.arrayBuffer())] };
        }
        const now = context.getImageData(0, 0, canvas.width, canvas.height).data;
        context.drawImage(await createImageBitmap(new Blob([Uint8Array.from(kept)])), 0, 0);
        const then = context.getImageData(0, 0, canvas.width, canvas.height).data;
        let differing = 0;
        for (let at = 0; at < now.length; at += 4) {
            if (Math.max(...[0, 1, 2].map((channel) => Math.abs(now[at + channel] - then[at + channel]))) > 64) differing += 1;
        }
        return { difference: differing * 4 / now.length };
    }, { png: [...screenshot], kept, wide: WIDE });
    if (isUpdate) writeFileSync(path, Uint8Array.from(picture));
    return difference;
}
