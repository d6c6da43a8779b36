import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/errors/chainError";
import { Cancelled } from "../../../../src/extension/kit/errors/cancelled";
import { CompileService } from "../../../../src/extension/state/solidity/compileService";

/** Stands for the compile service: does what the name of the file in the order asks, and writes down each start. */
const program = `
import { appendFileSync } from "node:fs";
appendFileSync(process.argv[1] + ".starts", "x");
process.on("disconnect", () => process.exit(0));
const say = (kind, id, what) => process.send({ kind, id, ...what });
process.on("message", ({ kind, id, name, order }) => {
  if (kind === "cancel") return;
  if (name === "start") return say("result", id, {});
  switch (order.request.files[0]) {
    case "right":
      say("tells", id, { tells: { kind: "compiling", version: "0.8.30", files: 1 } });
      say("result", id, { result: [{ path: "right" }] });
      break;
    case "offline":
      say("failure", id, { failure: { code: "compilerOffline", message: "m", advice: "a", details: { version: "0.8.30", registry: "npm", reason: "gone" } } });
      break;
    case "crash":
      process.exit(3);
    default:
  }
});
`;

describe("the compile service's client", () => {
  let folder: string;
  let file: string;
  let service: CompileService;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-service-"));
    file = join(folder, "program.mjs");
    writeFileSync(file, program);
    service = new CompileService(file, { compilers: folder }, () => undefined);
  });
  afterEach(() => {
    service.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const check = (name: string, waiting?: Parameters<CompileService["check"]>[2]) =>
    service.check(
      { files: [name], workspace: undefined, suite: "standard", trusted: true, mayFetch: false },
      { code: false },
      waiting,
    );
  const starts = (): number => {
    try {
      return readFileSync(`${file}.starts`, "utf8").length;
    } catch {
      return 0;
    }
  };

  it("starts its process with the first order, once for many", async () => {
    expect(starts()).toBe(0);
    const messages: string[] = [];
    const progress = (each: { readonly kind: string }): void => void messages.push(each.kind);
    const answers = await Promise.all([check("right", { progress }), check("right")]);
    expect(answers.flat()).toHaveLength(2);
    expect(messages).toEqual(["compiling"]);
    expect(starts()).toBe(1);
  });

  it("gives the service's errors with our words for them", async () => {
    const error: unknown = await check("offline").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChainError);
    expect(error).toMatchObject({ kind: "transport", code: "compilerOffline", details: { reason: "gone" } });
  });

  it("cancels one order and leaves the others", async () => {
    const abort = new AbortController();
    const waiting = check("waits", { signal: abort.signal });
    const other = check("right");
    abort.abort();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    await expect(other).resolves.toHaveLength(1);
    await expect(check("right", { signal: abort.signal })).rejects.toBeInstanceOf(Cancelled);
  });

  it("tells who waits when the process ends, and starts another for the next", async () => {
    await expect(check("crash")).rejects.toMatchObject({ code: "compilerCrashed" });
    await expect(check("right")).resolves.toHaveLength(1);
    expect(starts()).toBe(2);
  });

  it("leaves nobody waiting when the window closes", async () => {
    const waiting = check("waits");
    service.dispose();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
  });
});
