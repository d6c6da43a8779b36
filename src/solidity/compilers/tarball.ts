import { gunzipSync } from "node:zlib";

/** Most bytes that a compiler's package may unpack to. */
const maxPackage = 200 * 1024 * 1024;
const block = 512;

const text = (bytes: Buffer, start: number, length: number): string => {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
};

/**
 * One file of a package as npm packs it (gzip, ustar). Undefined when the file is not in it.
 * @throws what unpacking throws for damaged or far too large packages.
 */
export function fileOfTarball(tarball: Uint8Array, path: string): Buffer | undefined {
  const archive = gunzipSync(tarball, { maxOutputLength: maxPackage });
  for (let at = 0; at + block <= archive.length; ) {
    const name = text(archive, at, 100);
    if (name === "") return undefined;
    const length = Number.parseInt(text(archive, at + 124, 12).trim(), 8);
    if (!Number.isInteger(length) || length < 0) return undefined;
    const prefix = text(archive, at + 345, 155);
    const start = at + block;
    if ((prefix === "" ? name : `${prefix}/${name}`) === path) return archive.subarray(start, start + length);
    at = start + Math.ceil(length / block) * block;
  }
  return undefined;
}
