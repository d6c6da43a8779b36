import { type FileHandle, open } from "node:fs/promises";

/** The system's error for a call on an open file, which doesn't say what file it was, with that file's path. */
export const namingFile = (error: unknown, path: string): unknown =>
  error instanceof Error && "syscall" in error && !("path" in error) ? Object.assign(error, { path }) : error;

/** Does something with a file that is open meanwhile. @throws the system's error, naming the file. */
export async function withOpenFile<Result>(
  path: string,
  flags: number,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags, 0o666);
  try {
    return await work(file);
  } catch (error) {
    throw namingFile(error, path);
  } finally {
    await file.close();
  }
}
