import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { resolve } from "node:path";
import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { clientError } from "../../errors/clientError";
import { codeOfThrown } from "../../text/thrownText";
import { dayMs } from "../../time/units";
import { FileLock } from "./fileLock";
import { leaveModule } from "./sqliteModule";

/** A file that SQLite has open. */
interface OpenFile {
  readonly number: number;
  readonly path: string;
  /** Only a database has one; journals are read and written by the process that has the database's. */
  readonly fileLock: FileLock | undefined;
  readonly isTemporary: boolean;
  readonly release: () => void;
}

/**
 * A struct of SQLite's in the memory of its WebAssembly; members begin with `$`.
 *
 * @public SQLite reads what is set
 */
interface Struct {
  readonly pointer: number;
  $iVersion: number;
  $szOsFile: number;
  $mxPathname: number;
  $xRandomness: number;
  $pMethods: number;
  dispose(): void;
}
interface StructType {
  new (pointer?: number): Struct;
  readonly structInfo: { readonly sizeof: number };
}

/** By the name under which SQLite knows them. */
export const nodeFilesName = "chainside-files";

/** The files that each SQLite has open, by what it calls them. */
const filesOf = new WeakMap<Sqlite3Static, Map<number, OpenFile>>();
/** The latest thing that went wrong with a file, for SQLite's own errors say no more than "disk I/O error". */
let trouble: unknown;

/** Takes what went wrong with a file since it was asked the last time. */
export function takeFileTrouble(): unknown {
  const found = trouble;
  trouble = undefined;
  return found;
}

/**
 * Never calls a SQLite again that was ended amid its work: its memory may be half changed. Its files are closed and their locks given back,
 * whichever of its connections had them; what it had begun to write is undone by the next one.
 */
export function leaveSqlite(sqlite: Sqlite3Static): void {
  leaveModule(sqlite);
  const files = filesOf.get(sqlite);
  for (const { fileLock, number } of files?.values() ?? []) {
    fileLock?.close();
    closeSync(number);
  }
  files?.clear();
}

const { O_RDONLY = 0, O_RDWR = 2, O_CREAT = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** The files that belong to a database: a journal is no link to one elsewhere. */
const besideDatabase = ["-journal", "-wal"];

/** Whether there is a file, itself and no link to one. */
const isFileItself = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** A regular file. Nothing waits for the writer of a pipe. @throws ChainError usage `historyNotIndex`; the system's errors */
function openRegular(path: string, flags: number): number {
  const number = openSync(path, flags | O_NONBLOCK, 0o600);
  if (fstatSync(number).isFile()) return number;
  closeSync(number);
  throw clientError("historyNotIndex", { path });
}

/**
 * Gives SQLite the files of this machine, by Node.js' own calls: what its WebAssembly has for browsers isn't there. Journals make what
 * was begun undone after a crash; the lock is that of `FileGate`, exclusive from the first read of a transaction on. No other file is
 * opened, looked at, or deleted than a database and its journal, whatever a hostile journal names as the one of several databases
 * (sqlite.org/fileformat.html, "The Rollback Journal").
 */
export function registerNodeFiles(sqlite: Sqlite3Static): void {
  if (filesOf.has(sqlite)) return;
  const { capi, wasm } = sqlite;
  const files = new Map<number, OpenFile>();
  filesOf.set(sqlite, files);
  const open = (pointer: number): OpenFile => files.get(pointer) as OpenFile;
  const isBeside = (path: string): boolean =>
    [...files.values()].some((file) => file.fileLock && besideDatabase.some((end) => path === `${file.path}${end}`));
  /** Does something with a file; what is thrown is kept, and SQLite gets its number for it. */
  const tried = (code: number, work: () => number | undefined): number => {
    try {
      return work() ?? capi.SQLITE_OK;
    } catch (error) {
      trouble = error;
      return codeOfThrown(error) === "ENOSPC" ? capi.SQLITE_FULL : code;
    }
  };
  // the types lack the prefix of a struct's members
  const structs = capi as unknown as Record<"sqlite3_vfs" | "sqlite3_io_methods" | "sqlite3_file", StructType>;
  const usual = new structs.sqlite3_vfs(capi.sqlite3_vfs_find(null as never));
  const vfs = new structs.sqlite3_vfs();
  const io = new structs.sqlite3_io_methods();
  io.$iVersion = 1;
  vfs.$iVersion = 2;
  vfs.$szOsFile = structs.sqlite3_file.structInfo.sizeof;
  vfs.$mxPathname = 4096;
  vfs.$xRandomness = usual.$xRandomness;
  const pause = new Int32Array(new SharedArrayBuffer(4));

  const fileMethods = {
    xClose: (pointer: number) =>
      tried(capi.SQLITE_IOERR_CLOSE, () => {
        const file = open(pointer);
        files.delete(pointer);
        file.release();
        file.fileLock?.close();
        closeSync(file.number);
        if (file.isTemporary) rmSync(file.path, { force: true });
        return undefined;
      }),
    xRead: (pointer: number, target: number, length: number, offset: bigint) =>
      tried(capi.SQLITE_IOERR_READ, () => {
        const heap = wasm.heap8u();
        let read = 0;
        while (read < length) {
          const more = readSync(open(pointer).number, heap, target + read, length - read, Number(offset) + read);
          if (more === 0) break;
          read += more;
        }
        if (read === length) return undefined;
        heap.fill(0, target + read, target + length);
        return capi.SQLITE_IOERR_SHORT_READ;
      }),
    xWrite: (pointer: number, source: number, length: number, offset: bigint) =>
      tried(capi.SQLITE_IOERR_WRITE, () => {
        const heap = wasm.heap8u();
        for (let done = 0; done < length; )
          done += writeSync(open(pointer).number, heap, source + done, length - done, Number(offset) + done);
        return undefined;
      }),
    xTruncate: (pointer: number, size: bigint) =>
      tried(capi.SQLITE_IOERR_TRUNCATE, () => void ftruncateSync(open(pointer).number, Number(size)) as undefined),
    xSync: (pointer: number) =>
      tried(capi.SQLITE_IOERR_FSYNC, () => void fdatasyncSync(open(pointer).number) as undefined),
    xFileSize: (pointer: number, out: number) =>
      tried(capi.SQLITE_IOERR_FSTAT, () => {
        wasm.poke(out, BigInt(fstatSync(open(pointer).number).size) as never, "i64");
        return undefined;
      }),
    xLock: (pointer: number, level: number) =>
      tried(capi.SQLITE_IOERR_LOCK, () => {
        const { fileLock } = open(pointer);
        return level === capi.SQLITE_LOCK_NONE || !fileLock || fileLock.enter() ? undefined : capi.SQLITE_BUSY;
      }),
    xUnlock: (pointer: number, level: number) =>
      tried(capi.SQLITE_IOERR_UNLOCK, () => {
        if (level === capi.SQLITE_LOCK_NONE) open(pointer).fileLock?.leave();
        return undefined;
      }),
    // the process that asks has the lock: no other writes
    xCheckReservedLock: (_pointer: number, out: number) => {
      wasm.poke(out, 0, "i32");
      return capi.SQLITE_OK;
    },
    xFileControl: () => capi.SQLITE_NOTFOUND,
    xSectorSize: () => 4096,
    xDeviceCharacteristics: () => 0,
  };

  const pathOf = (name: number): string => wasm.cstrToJs(name as never) as string;
  const vfsMethods = {
    xOpen: (_vfs: number, name: number, pointer: number, flags: number, out: number) =>
      tried(capi.SQLITE_CANTOPEN, () => {
        // what SQLite makes for itself alone stays in its memory (`PRAGMA temp_store`)
        if (!name) return capi.SQLITE_CANTOPEN;
        const path = pathOf(name);
        const isDatabase = (flags & capi.SQLITE_OPEN_MAIN_DB) !== 0;
        if (!isDatabase && !isBeside(path)) return capi.SQLITE_CANTOPEN;
        const isOnlyRead = (flags & capi.SQLITE_OPEN_READONLY) !== 0;
        const create = (flags & capi.SQLITE_OPEN_CREATE) === 0 ? 0 : O_CREAT;
        // a database that is only read may be a link that a person made
        const follow = isOnlyRead && isDatabase ? 0 : O_NOFOLLOW;
        const number = openRegular(path, (isOnlyRead ? O_RDONLY : O_RDWR | create) | follow);
        const struct = new structs.sqlite3_file(pointer);
        struct.$pMethods = io.pointer;
        files.set(pointer, {
          number,
          path,
          fileLock: isDatabase ? new FileLock(path) : undefined,
          isTemporary: (flags & capi.SQLITE_OPEN_DELETEONCLOSE) !== 0,
          release: () => struct.dispose(),
        });
        if (out) wasm.poke(out as never, flags, "i32");
        return undefined;
      }),
    xDelete: (_vfs: number, name: number) =>
      tried(capi.SQLITE_IOERR_DELETE, () => {
        const path = pathOf(name);
        if (!isBeside(path)) return capi.SQLITE_IOERR_DELETE;
        try {
          unlinkSync(path);
        } catch (error) {
          if (codeOfThrown(error) === "ENOENT") return capi.SQLITE_IOERR_DELETE_NOENT;
          throw error;
        }
        return undefined;
      }),
    xAccess: (_vfs: number, name: number, _flags: number, out: number) => {
      const path = pathOf(name);
      wasm.poke(out as never, isBeside(path) && isFileItself(path) ? 1 : 0, "i32");
      return capi.SQLITE_OK;
    },
    xFullPathname: (_vfs: number, name: number, size: number, out: number) => {
      const bytes = new TextEncoder().encode(resolve(pathOf(name)));
      if (bytes.length + 1 > size) return capi.SQLITE_CANTOPEN;
      const heap = wasm.heap8u();
      heap.set(bytes, out);
      heap[out + bytes.length] = 0;
      return capi.SQLITE_OK;
    },
    xSleep: (_vfs: number, microseconds: number) => {
      Atomics.wait(pause, 0, 0, Math.ceil(microseconds / 1000));
      return microseconds;
    },
    xGetLastError: () => 0,
    xCurrentTime: (_vfs: number, out: number) => {
      wasm.poke(out as never, 2_440_587.5 + Date.now() / dayMs, "double");
      return capi.SQLITE_OK;
    },
    xCurrentTimeInt64: (_vfs: number, out: number) => {
      wasm.poke(out as never, BigInt(210_866_760_000_000 + Date.now()) as never, "i64");
      return capi.SQLITE_OK;
    },
  };
  sqlite.vfs.installVfs({
    io: { struct: io as never, methods: fileMethods as never },
    vfs: { struct: vfs as never, name: nodeFilesName, asDefault: false, methods: vfsMethods as never },
  });
}
