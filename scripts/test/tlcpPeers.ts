import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findTlsMaterial } from "../../src/chain/profile/tlsMaterial";
import { type CipherSuiteName, cipherSuites } from "../../src/chain/tlcp/cipherSuites";
import { readTlcpCredentials, type TlcpCredentials } from "../../src/chain/tlcp/credentials";
import { prf } from "../../src/chain/tlcp/prf";
import { TlcpSocket } from "../../src/chain/tlcp/tlcpSocket";
import { smCredentials } from "../../src/chain/transport/smMaterial";
import { readTlsMaterial } from "../../src/chain/transport/tlsMaterial";
import { smTlsMaterial } from "../../src/devchain/tls/smTlsMaterial";
import { root } from "../lint/sources";
import { fromNetwork } from "./fromNetwork";
import type { SuiteResult } from "./process";

/** Another implementation, as a program that plays one side. */
interface Peer {
  readonly name: string;
  readonly suites: readonly CipherSuiteName[];
  command(
    role: "client" | "server",
    folder: string,
    ca: string,
    suite: CipherSuiteName | undefined,
    port: number,
  ): string[];
}

const peers = join(root, "out/tlcp");
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args, { stdio: "ignore" }).status === 0;
/** To be brought along: no package brings it. */
const goProgram = "go";
const allSuites = cipherSuites.map(({ name }) => name);

/** Tongsuo, the library of the same house as the nodes' TASSL, out of a wheel from PyPI. */
async function tongsuo(): Promise<Peer | undefined> {
  const folder = join(peers, "tongsuo");
  const library = join(folder, "tongsuopy/backends/_tongsuo.abi3.so");
  if (!existsSync(library)) {
    const install = ["-m", "pip", "install", "-q", "--no-deps", "--target", folder, "tongsuopy==1.0.1"];
    if (!has("python3", "-m", "pip", "--version")) return undefined;
    if (!(await fromNetwork("pip", () => has("python3", ...install) && existsSync(library)))) return undefined;
  }
  const names: Record<CipherSuiteName, string> = {
    ECC_SM4_CBC_SM3: "ECC-SM2-SM4-CBC-SM3",
    ECC_SM4_GCM_SM3: "ECC-SM2-SM4-GCM-SM3",
    ECDHE_SM4_CBC_SM3: "ECDHE-SM2-SM4-CBC-SM3",
    ECDHE_SM4_GCM_SM3: "ECDHE-SM2-SM4-GCM-SM3",
  };
  const program = join(root, "test/tlcp/tongsuo.py");
  return {
    name: "Tongsuo",
    suites: allSuites,
    command: (role, own, ca, suite, port) => [
      "python3",
      program,
      library,
      role,
      own,
      ca,
      suite ? names[suite] : "-",
      String(port),
    ],
  };
}

/** tjfoc/gmsm, from the Go proxy. It has one suite that works: the other panics in its server. */
async function gmsm(): Promise<Peer | undefined> {
  const program = join(peers, "gmsm");
  const folder = join(root, "test/tlcp/go");
  mkdirSync(peers, { recursive: true });
  if (!existsSync(program)) {
    if (!has(goProgram, "version")) return undefined;
    const build = { cwd: folder, stdio: "ignore" } as const;
    const isBuilt = (): boolean => spawnSync(goProgram, ["build", "-o", program, "."], build).status === 0;
    if (!(await fromNetwork("go build", isBuilt))) return undefined;
  }
  return {
    name: "gmsm (Go)",
    suites: ["ECC_SM4_CBC_SM3"],
    command: (role, own, ca, _suite, port) => [program, role, own, ca, String(port)],
  };
}

/** Only what hangs is to meet it. */
const maxMs = 600_000;

function start(command: readonly string[]): { child: ChildProcess; lines: AsyncIterator<string> } {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  const limit = setTimeout(() => child.kill("SIGKILL"), maxMs);
  child.once("close", () => clearTimeout(limit));
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** What our client gets back from an echo, or the code of its failure. */
function ask(port: number, credentials: TlcpCredentials, suite: CipherSuiteName): Promise<string> {
  return new Promise((resolve) => {
    const socket = new TlcpSocket(connect(port, "127.0.0.1"), { role: "client", credentials, suites: [suite] });
    const question = "question ".repeat(5000);
    let text = "";
    socket.on("error", (error) => resolve(String((error as { code?: unknown }).code)));
    socket.on("close", () => resolve("closed without a word"));
    socket.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.length < question.length) return;
      resolve(text === question ? (socket.established?.suite.name ?? "") : "another text");
      socket.end();
    });
    socket.write(question);
  });
}

/** Our server, which gives back what it gets, while the user uses it. */
async function serving<Result>(credentials: TlcpCredentials, use: (port: number) => Promise<Result>): Promise<Result> {
  const server = createServer((raw) => {
    const socket = new TlcpSocket(raw, { role: "server", credentials });
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

interface Files {
  folder: string;
  node: TlcpCredentials;
  sdk: TlcpCredentials;
}

async function chainFiles(folder: string): Promise<Files> {
  const node = readTlcpCredentials(smTlsMaterial(folder));
  const found = await findTlsMaterial(join(folder, "sdk"), "sm");
  if (found === "none") throw new Error("the files were not made");
  return { folder, node, sdk: smCredentials(await readTlsMaterial(found)) };
}

type Check = (name: string, expected: RegExp | string, found: string) => void;

async function againstServer(peer: Peer, own: Files, other: Files, check: Check): Promise<void> {
  const [first = "ECC_SM4_CBC_SM3"] = peer.suites;
  const serve = (files: Files) =>
    start(peer.command("server", join(files.folder, "node0"), join(own.folder, "ca/sm_ca.crt"), undefined, 0));
  for (const files of [own, other]) {
    const { child, lines } = serve(files);
    const port = Number(String((await lines.next()).value).split(" ")[1]);
    if (files === other) check("a server of another chain", /^ERR_TLCP_UNKNOWN_CA$/, await ask(port, own.sdk, first));
    else for (const suite of peer.suites) check(`our client, ${suite}`, suite, await ask(port, own.sdk, suite));
    if (files === own) {
      const stranger = { ...other.sdk, trusted: own.sdk.trusted };
      check("a client of another chain", /^ERR_TLCP_(?:ALERT_|CUT)/, await ask(port, stranger, first));
    }
    child.kill();
  }
}

async function againstClient(peer: Peer, own: Files, other: Files, check: Check): Promise<void> {
  const messageOf = async (files: Files, suite: CipherSuiteName, port: number): Promise<string> => {
    const command = peer.command("client", join(files.folder, "sdk"), join(own.folder, "ca/sm_ca.crt"), suite, port);
    const { lines } = start(command);
    const all: string[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next()) all.push(line.value);
    return all.join("; ");
  };
  await serving(own.node, async (port) => {
    for (const suite of peer.suites) check(`our server, ${suite}`, /answer hello/, await messageOf(own, suite, port));
    const refused = await messageOf(other, peer.suites[0] ?? "ECC_SM4_CBC_SM3", port);
    check("our server and a client of another chain", /^(?!.*answer hello)/, refused);
  });
}

/** The pseudo-random function beside OpenSSL's own over SM3; undefined where there is no OpenSSL that has it. */
function secretsBesideOpenSsl(check: Check): boolean {
  const hex = (text: string | Buffer): string => Buffer.from(text).toString("hex");
  for (let round = 0; round < 20; round++) {
    const [secret, seed, length] = [randomBytes(1 + 7 * round), randomBytes(64), 1 + 13 * round];
    const label = ["master secret", "key expansion", "client finished"][round % 3] ?? "";
    const inputs = [`digest:SM3`, `hexsecret:${hex(secret)}`, `hexseed:${hex(label)}${hex(seed)}`];
    const options = inputs.flatMap((each) => ["-kdfopt", each]);
    const { status, stdout } = spawnSync("openssl", ["kdf", "-keylen", String(length), ...options, "TLS1-PRF"]);
    if (status !== 0) return false;
    const theirs = String(stdout).replace(/[:\s]/g, "").toLowerCase();
    check(`pseudo-random function, ${length} bytes of ${label}`, theirs, hex(prf(secret, label, seed, length)));
  }
  return true;
}

/** SM TLS against implementations of others, both ways; what cannot be installed here is named. */
export async function runTlcpPeers(): Promise<SuiteResult> {
  const found = [await tongsuo(), await gmsm()];
  const scratch = mkdtempSync(join(tmpdir(), "chainside-tlcp-"));
  const [own, other] = [await chainFiles(join(scratch, "own")), await chainFiles(join(scratch, "other"))];
  const total = { passed: 0, failed: 0 };
  const checkOf =
    (peer: string): Check =>
    (name, expected, result) => {
      const right = typeof expected === "string" ? expected === result : expected.test(result);
      total[right ? "passed" : "failed"]++;
      console.log(`${right ? "ok  " : "FAIL"} ${peer}: ${name}${right ? "" : `: ${result}`}`);
    };
  const hasSecrets = secretsBesideOpenSsl(checkOf("OpenSSL"));
  const missing = ["Tongsuo (Python, pip)", "gmsm (Go)", "openssl kdf with SM3"].filter(
    (_, i) => ![...found, hasSecrets][i],
  );
  for (const peer of found) {
    if (!peer) continue;
    const check = checkOf(peer.name);
    await againstServer(peer, own, other, check);
    await againstClient(peer, own, other, check);
  }
  rmSync(scratch, { recursive: true });
  return { ...total, ...(missing.length > 0 ? { notes: `NOT RUN: ${missing.join(", ")}` } : {}) };
}
