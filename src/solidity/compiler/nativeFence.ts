// How a compiler that is a program of the system is shut in: no network and no files, as far as the system can.
import { accessSync, constants } from "node:fs";
import { basename, join } from "node:path";

/** What is put in front of a program, and how it is called behind that. */
export interface NativeFence {
  readonly kind: "bubblewrap" | "namespaces" | "none";
  /** Program and arguments; `program` stands last. */
  readonly command: readonly string[];
}

/** Looked for only where systems keep their own programs: what a project or a variable puts in front of them starts nothing. */
const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin"];

function systemProgram(name: string): string | undefined {
  return systemFolders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Ways to shut in a program that needs nothing but itself (the official programs for Linux are linked statically), the tightest first.
 * Which of them the system lets a user take shows when one is tried.
 * @param folder holds the program and nothing else; it is all that the program sees
 */
export function nativeFences(
  folder: string,
  program: string,
  platform: NodeJS.Platform = process.platform,
  find: (name: string) => string | undefined = systemProgram,
): readonly NativeFence[] {
  const inside = `/${basename(program)}`;
  const plain: NativeFence = { kind: "none", command: [program] };
  if (platform !== "linux") return [plain];
  const [bubblewrap, unshare] = [find("bwrap"), find("unshare")];
  const fences: NativeFence[] = [];
  if (bubblewrap !== undefined) {
    const walls = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"];
    const command = [bubblewrap, ...walls, "--ro-bind", program, inside, "--chdir", "/", inside];
    fences.push({ kind: "bubblewrap", command });
  }
  if (unshare !== undefined) {
    const walls = ["--user", "--map-root-user", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child"];
    fences.push({ kind: "namespaces", command: [unshare, ...walls, `--root=${folder}`, inside] });
  }
  return [...fences, plain];
}
