import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type AdapterAnswers, AdapterProcess } from "../../../../../src/extension/features/debugger/adapterProcess";

/** Stands for the debug adapter: gives requests back as responses, asks its editor, or ends. */
const program = `
process.on("disconnect", () => process.exit(0));
const tell = (tells) => process.send({ kind: "tells", id: 1, tells });
process.on("message", ({ kind, id, name, order, answer }) => {
  if (kind === "answer") return tell({ type: "response", seq: 0, body: answer });
  if (name !== "message") return;
  process.send({ kind: "result", id });
  if (order.command === "where") tell({ type: "response", seq: 0, body: [process.cwd(), process.env.CHAINSIDE_LOCALE] });
  if (order.command === "ask") process.send({ kind: "ask", id: 5, of: 1, name: "begin", question: ["four blocks"] });
  if (order.command === "end") process.exit(3);
});
`;

const folder = mkdtempSync(join(tmpdir(), "chainside-adapter-"));
const answers: AdapterAnswers = {
  begin: async (lines) => lines[0] === "four blocks",
  chain: () => Promise.reject(new Error("not asked")),
};
let adapter: AdapterProcess;
beforeAll(() => writeFileSync(join(folder, "adapter.cjs"), program));
afterEach(() => adapter.dispose());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens an adapter and says one thing to it: what it says then. */
function report(command: string, count: number): Promise<readonly object[]> {
  const start = {
    file: join(folder, "adapter.cjs"),
    folder,
    environment: { CHAINSIDE_LOCALE: "zh-cn" },
    warn: () => undefined,
  };
  adapter = new AdapterProcess(start, answers);
  const all: object[] = [];
  return new Promise((done) => {
    adapter.onDidSendMessage((message) => {
      all.push(message);
      if (all.length === count) done(all);
    });
    adapter.handleMessage({ type: "request", seq: 1, command } as never);
  });
}

it("runs in the folder of the session, in its language", async () => {
  const [answer] = (await report("where", 1)) as { body: unknown[] }[];
  expect(answer?.body).toEqual([expect.stringContaining("chainside-adapter-"), "zh-cn"]);
});

it("asks the editor", async () => {
  expect(await report("ask", 1)).toMatchObject([{ type: "response", body: true }]);
});

it("ends its session, with the reason, when its process ends", async () => {
  expect(await report("end", 2)).toMatchObject([
    { event: "output", body: { category: "important", output: "The debug adapter ended unexpectedly (3).\n" } },
    { event: "terminated" },
  ]);
});
