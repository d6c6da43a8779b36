// The files of a window's folder: found by patterns, and looked at now and then for what came, changed and went.
import { existsSync, readdirSync, statSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { glob } from "tinyglobby";
import { EventEmitter, FileType, Uri } from "../fakeVscode/values";

const lookMs = 50;

/** A pattern of VS Code as a regular expression over paths below the folder. */
function matcher(pattern: string): RegExp {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern.charAt(at);
    if (pattern.startsWith("**/", at)) {
      source += "(?:.*/)?";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (letter === "*") source += "[^/]*";
    else if (letter === "{") source += "(?:";
    else if (letter === "}") source += ")";
    else if (letter === ",") source += "|";
    else source += letter.replace(/[.+?^$()|[\]\\]/, "\\$&");
  }
  return new RegExp(`^${source}$`);
}

export class WorkspaceFiles {
  readonly #watchers: {
    readonly pattern: RegExp;
    readonly came: EventEmitter<Uri>;
    readonly changed: EventEmitter<Uri>;
    readonly went: EventEmitter<Uri>;
  }[] = [];
  #before: Map<string, string>;
  readonly #timer: NodeJS.Timeout;

  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly folder: string) {
    this.#before = this.#look();
    this.#timer = setInterval(() => this.#tell(), lookMs);
    this.#timer.unref();
  }

  async find(pattern: unknown, excluded?: unknown, max = 10_000): Promise<Uri[]> {
    const found = await glob([String(pattern)], {
      cwd: this.folder,
      dot: true,
      ...(excluded ? { ignore: [String(excluded)] } : {}),
    });
    return found
      .sort()
      .slice(0, max)
      .map((path) => Uri.file(join(this.folder, path)));
  }

  watch(pattern: unknown): Record<string, unknown> {
    const watcher = {
      pattern: matcher(String(pattern)),
      came: new EventEmitter<Uri>(),
      changed: new EventEmitter<Uri>(),
      went: new EventEmitter<Uri>(),
    };
    this.#watchers.push(watcher);
    return {
      onDidCreate: watcher.came.event,
      onDidChange: watcher.changed.event,
      onDidDelete: watcher.went.event,
      dispose: () => this.#watchers.splice(this.#watchers.indexOf(watcher), 1),
    };
  }

  readonly fs = {
    stat: async ({ fsPath }: Uri) => {
      // as VS Code does: of a link that leads nowhere it tells that it is one
      const own = await lstat(fsPath);
      const found = await stat(fsPath).catch(() => own);
      const kind = found.isDirectory() ? FileType.Directory : found.isFile() ? FileType.File : FileType.Unknown;
      const type = own.isSymbolicLink() ? kind | FileType.SymbolicLink : kind;
      return { size: found.size, mtime: found.mtimeMs, ctime: found.ctimeMs, type };
    },
    readFile: async ({ fsPath }: Uri) => Uint8Array.from(await readFile(fsPath)),
    writeFile: async ({ fsPath }: Uri, contents: Uint8Array) => {
      await mkdir(dirname(fsPath), { recursive: true });
      await writeFile(fsPath, contents);
    },
    readDirectory: async ({ fsPath }: Uri) =>
      (await readdir(fsPath, { withFileTypes: true })).map((entry) => [
        entry.name,
        entry.isDirectory() ? FileType.Directory : FileType.File,
      ]),
  };

  #look(): Map<string, string> {
    const seen = new Map<string, string>();
    if (!existsSync(this.folder)) return seen;
    for (const path of readdirSync(this.folder, { recursive: true, encoding: "utf8" })) {
      try {
        const found = statSync(join(this.folder, path));
        seen.set(path.replaceAll(sep, "/"), found.isDirectory() ? "folder" : `${found.mtimeMs} ${found.size}`);
      } catch {
        // It went meanwhile.
      }
    }
    return seen;
  }

  #tell(): void {
    const [before, now] = [this.#before, this.#look()];
    this.#before = now;
    const tell = (path: string, event: "came" | "changed" | "went"): void => {
      if (event === "changed") this.#changed.fire(Uri.file(join(this.folder, path)));
      for (const watcher of this.#watchers)
        if (watcher.pattern.test(path)) watcher[event].fire(Uri.file(join(this.folder, path)));
    };
    for (const [path, state] of now) if (before.get(path) !== state) tell(path, before.has(path) ? "changed" : "came");
    for (const path of before.keys()) if (!now.has(path)) tell(path, "went");
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#watchers.length = 0;
  }
}
