import { realpath } from "node:fs/promises";
import { connect, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";
import { isLoopback } from "../../text/loopback";
import { nodeDirectoryOf, type PortHolder, type PortHolding, portHolder } from "./portHolder";

/** Whether the host of that address is the one this runs on. A name that is no address is taken for it. */
export function isThisMachine(address: string): boolean {
  if (isIP(address) === 0 || address === "0.0.0.0" || address === "::" || isLoopback(address)) return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
}

/** A local port answers at once or not at all. */
const portTimeoutMs = 400;

/** Whether something on this machine listens on the port. */
export function answersLocally(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.setTimeout(portTimeoutMs, () => settle(false));
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

/** What there is to look at of a node that may run here. */
interface NodeLocation {
  /** Its folder, as the file system names it. */
  readonly directory: string;
  /** Its P2P port, or the RPC port of a service without one. */
  readonly listens: { readonly host: string; readonly port: number };
  readonly rpc: { readonly host: string; readonly port: number; readonly tls: boolean } | undefined;
}

/** How it stands with the node of a folder. */
export type NodeState =
  /** Its process holds the port, and its RPC answers. `sure` is false where the system does not tell whose process it is. */
  | { readonly kind: "running"; readonly pid?: number; readonly sure: boolean }
  /** Its process is there and its RPC does not answer: it comes up, hangs, or is `halted`. */
  | { readonly kind: "silent"; readonly pid?: number; readonly halted: boolean }
  /** Another process has its port: the node of another folder (`directory`), or another program. */
  | { readonly kind: "foreign"; readonly pid: number; readonly directory?: string; readonly program?: string }
  | { readonly kind: "stopped" }
  /** Can't be known here: the folder of another machine, a file without a port, an untrusted workspace. */
  | { readonly kind: "unknown" };

/** A busy node answers late; one that is halted never does. */
const answerMs = 4000;

const body = '{"jsonrpc":"2.0","method":"getGroupList","params":[],"id":1}';
const httpRequest = (host: string): string =>
  `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/**
 * Whether the program behind the port does anything: any byte, or a connection it ends itself. A process that is halted has its
 * connections accepted by the system, and nothing more. What is answered does not matter, so no key is needed for TLS.
 */
export function answersThere(
  { host, port, tls }: NonNullable<NodeLocation["rpc"]>,
  timeoutMs = answerMs,
): Promise<boolean> {
  return new Promise((settled) => {
    const socket = connect({ host, port });
    let connected = false;
    const settle = (answers: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      settled(answers);
    };
    const timer = setTimeout(() => settle(false), timeoutMs);
    socket.once("data", () => settle(true));
    socket.once("close", () => settle(connected));
    socket.once("error", () => settle(connected));
    socket.once("connect", () => {
      connected = true;
      if (!tls) socket.write(httpRequest(host));
      // Only whether the other side speaks is asked; nothing is told to it and nothing believed.
      else connectTls({ socket, rejectUnauthorized: false }).once("error", () => undefined);
    });
  });
}

/** Both as the file system knows them, so that a link to a folder is the folder. */
async function sameFolder(one: string, other: string): Promise<boolean> {
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  return (await real(one)) === (await real(other));
}

async function foreign(holder: PortHolder, place: NodeLocation): Promise<NodeState | undefined> {
  const directory = nodeDirectoryOf(holder);
  if (directory === undefined || (await sameFolder(directory, place.directory))) return undefined;
  const { pid, program } = holder;
  return { kind: "foreign", pid, directory, ...(program === undefined ? {} : { program }) };
}

/** What the ways of finding out are; a test has its own. */
interface NodeProbes {
  readonly holder: (host: string, port: number) => Promise<PortHolding>;
  readonly listens: (port: number, host: string) => Promise<boolean>;
  readonly answers: (rpc: NonNullable<NodeLocation["rpc"]>) => Promise<boolean>;
}

export const nodeProbes: NodeProbes = { holder: portHolder, listens: answersLocally, answers: answersThere };

/**
 * How it stands with the node of that folder: who holds its port, whether that is the folder's own process, and whether its RPC answers.
 */
export async function nodeState(
  place: NodeLocation,
  { holder, listens, answers }: NodeProbes = nodeProbes,
): Promise<NodeState> {
  const { host, port } = place.listens;
  const held = await holder(host, port);
  if (held === "nobody") return { kind: "stopped" };
  if (held === "unknown" && !(await listens(port, host))) return { kind: "stopped" };
  const process = held === "unknown" ? undefined : held;
  const foreignProcess = process && (await foreign(process, place));
  if (foreignProcess) return foreignProcess;
  const sure = process?.directory !== undefined;
  const pid = process === undefined ? {} : { pid: process.pid };
  if (process?.halted) return { kind: "silent", ...pid, halted: true };
  if (place.rpc && !(await answers(place.rpc))) return { kind: "silent", ...pid, halted: false };
  return { kind: "running", ...pid, sure };
}

/** The same for those that only ask whether a process of the node is there; undefined where that is unknown. */
export function isThere({ kind }: NodeState): boolean | undefined {
  return kind === "unknown" ? undefined : kind === "running" || kind === "silent";
}
