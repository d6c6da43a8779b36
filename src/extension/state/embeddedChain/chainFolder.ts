import { createHash } from "node:crypto";
import { cp, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type * as vscode from "vscode";

type FolderUri = Pick<vscode.Uri, "fsPath" | "scheme" | "toString">;

/** What a workspace is known by, whatever storage VS Code gives its window. */
interface WorkspaceIdentity {
  readonly workspaceFile?: FolderUri | undefined;
  readonly workspaceFolders?: readonly { readonly uri: FolderUri }[] | undefined;
}

/** Storage of an extension. */
interface ExtensionStorage {
  readonly storageUri: FolderUri | undefined;
  readonly globalStorageUri: FolderUri;
}

/** Where the embedded chains of a workspace are kept. */
export interface ChainFolder {
  readonly folder: string;
  /** All windows without a folder share it. */
  readonly shared: boolean;
  /** Takes over what was kept before in another place, once; without effect afterwards. */
  takeOver?(): Promise<void>;
}

/** Longer files of VS Code about a workspace's storage aren't read. */
const maxWorkspaceFileLength = 64 * 1024;
const maxStorages = 5000;

/** The URIs that name a workspace: its file, or its folders; empty for a window without any. */
function namesOf({ workspaceFile, workspaceFolders = [] }: WorkspaceIdentity): string[] {
  if (workspaceFile && workspaceFile.scheme !== "untitled") return [workspaceFile.toString()];
  return workspaceFolders.map(({ uri }) => uri.toString()).sort();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** When anything in a folder of chains was written last, in ms; 0 where there is none. */
async function lastWritten(folder: string): Promise<number> {
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let last = 0;
  for (const entry of inside) {
    const path = join(folder, entry.name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    last = Math.max(last, mtimeMs);
    if (!entry.isDirectory()) continue;
    for (const name of await readdir(path).catch(() => [])) {
      const inner = await stat(join(path, name)).catch(() => ({ mtimeMs: 0 }));
      last = Math.max(last, inner.mtimeMs);
    }
  }
  return last;
}

/** The folder or workspace file that a storage of VS Code is for, as its `workspace.json` says; undefined where it says none. */
async function workspaceOf(storage: string): Promise<string | undefined> {
  const file = await open(join(storage, "workspace.json")).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxWorkspaceFileLength), 0, maxWorkspaceFileLength, 0);
    const reported: unknown = JSON.parse(buffer.toString("utf8", 0, bytesRead));
    const { folder, workspace } = reported as { folder?: unknown; workspace?: unknown };
    return typeof folder === "string" ? folder : typeof workspace === "string" ? workspace : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Places where chains of the workspace may have been kept before: the window's own storage, and others that VS Code gave to it earlier. */
async function earlierPlaces(storage: string, names: readonly string[]): Promise<string[]> {
  const [extension, storages] = [basename(storage), dirname(dirname(storage))];
  const others: string[] = [];
  for (const name of (await readdir(storages).catch(() => [])).slice(0, maxStorages)) {
    const workspace = await workspaceOf(join(storages, name));
    if (workspace !== undefined && names.includes(workspace)) others.push(join(storages, name, extension));
  }
  return [...new Set([storage, ...others])].map((each) => join(each, "embeddedChain"));
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true, force: true });
  }
}

/**
 * Where a workspace's embedded chains are kept: by what the workspace is, since VS Code may give its window another storage, after a crash
 * for instance. What was kept in a storage of VS Code before is moved there, the latest if there are several.
 */
export function chainFolder(
  { storageUri, globalStorageUri }: ExtensionStorage,
  workspace: WorkspaceIdentity,
): ChainFolder {
  const names = namesOf(workspace);
  if (names.length === 0 || storageUri === undefined) {
    return { folder: join((storageUri ?? globalStorageUri).fsPath, "embeddedChain"), shared: storageUri === undefined };
  }
  const identity = createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 16);
  const folder = join(globalStorageUri.fsPath, "embeddedChains", identity);
  const takeOver = async (): Promise<void> => {
    if (await exists(folder)) return;
    const found = await Promise.all(
      (await earlierPlaces(storageUri.fsPath, names)).map(async (place) => ({ place, last: await lastWritten(place) })),
    );
    const [latest] = found.filter(({ last }) => last > 0).sort((one, other) => other.last - one.last);
    if (latest) await move(latest.place, folder);
  };
  return { folder, shared: false, takeOver };
}
