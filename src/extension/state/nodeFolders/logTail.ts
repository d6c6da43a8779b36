import { open } from "node:fs/promises";

/** As much of a log's end as is shown: the file itself may have a gibibyte, which no editor takes. */
const tailBytes = 1024 * 1024;

/** The end of a file from the beginning of a line on, and how long the file is. @throws when it cannot be read */
export async function readTail(path: string, most = tailBytes): Promise<{ text: string; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, undefined, start);
    const text = buffer.subarray(0, bytesRead).toString("utf8");
    // What stands before the first line end is the rest of a line.
    return { text: start === 0 ? text : text.slice(text.indexOf("\n") + 1), size };
  } finally {
    await file.close();
  }
}
