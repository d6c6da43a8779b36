import { beforeAll, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import type { ContractArtifact } from "../../../src/chain/artifact/readArtifact";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { freshSigner } from "../../../src/crypto/privateKeySigner";
import { clientError } from "../../../src/errors/clientError";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import type { RunContext } from "../../../src/scenarios/run/runContext";
import { runScenario, type StepResult } from "../../../src/scenarios/run/runScenario";
import type { Ask } from "../../../src/signing/consent";
import { say } from "../../../src/text/catalogue";
import { YamlError } from "../../../src/yaml/complaint";
import { agreementToRun } from "../../support/agreementToRun";
import { ChainInProcess, transportTo } from "../../support/chainInProcess";

const file = "/s/it.chain.yaml";
/** PUSH20 of a library's address, POP, and no code. */
const linked: ContractArtifact = {
  name: "Linked",
  abi: [],
  bytecode: `73${"__Sums".padEnd(40, "_")}5060006000f3`,
  libraryNames: {},
};

describe("a scenario that runs", () => {
  let context: RunContext;
  beforeAll(async () => {
    const session = await openSession(createClient(transportTo(await ChainInProcess.start()), "group0"));
    const admin = freshSigner(session.suite);
    context = {
      session,
      signing: {
        audit: undefined,
        admin,
        signer: async () => admin,
        freshSigner: () => admin,
        agreement: await agreementToRun(),
      },
      contract: async () => linked,
    };
  });

  const run = async (text: string, on = context): Promise<StepResult[]> =>
    runScenario(await readScenario(file, async () => `scenario: It\n${text}`), on, {
      variables: new Map(),
      signal: new AbortController().signal,
    });
  /** What is said of the first step. */
  const messageOf = async (text: string): Promise<string | undefined> => {
    const [first] = await run(text);
    const { text: words, error } = first?.failure ?? {};
    return words ? say(words) : error?.message;
  };

  it("gives call data of one step to another, without asking or sending anything", async () => {
    const bfs = `0x${"100e".padStart(40, "0")}`;
    const data = precompiledInterface("BFS", context.session.suite).encodeCall("readlink(string)", ["/apps/none"]);
    const twice = precompiledInterface("BFS", context.session.suite).encodeCall("readlink(string)", [data]);
    const text = `steps:
  - encode: readlink
    on: "${bfs}"
    args: [/apps/none]
    as: asked
    expect: { result: "${data}" }
  - set: { again: "\${asked}" }
  - encode: readlink(string)
    on: "${bfs}"
    args: ["\${again}"]
    expect: { result: "${twice}" }
  - encode: readlink
    on: "${bfs}"
    args: [/other]
    expect: { result: "${data}" }
`;
    const results = await run(text, { session: context.session, signing: undefined, contract: context.contract });
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "passed", "failed"]);
    expect(await messageOf(`steps:\n  - encode: readlink\n    on: "${bfs}"\n    args: []\n`)).toContain("argument");
  });

  it("asks about each step that is more than ordinary, by its name", async () => {
    const address = `0x${"5a".repeat(20)}`;
    const text = `steps:\n  - abolishAccount: ${address}\n`;
    const asked: string[] = [];
    const on = (more: Partial<NonNullable<RunContext["signing"]>>): RunContext => ({
      ...context,
      signing: { ...(context.signing as NonNullable<RunContext["signing"]>), ...more },
    });
    const answering: Ask = async (to, weight) => {
      asked.push(weight);
      return { to, answer: "no" };
    };
    const failureOf = async (where: RunContext): Promise<string> => {
      const { text: words, error } = (await run(text, where))[0]?.failure ?? {};
      return words ? say(words) : String(error?.code ?? "done");
    };
    expect(await failureOf(on({}))).toContain(
      "No one agreed to this step: The agreement to the run doesn't cover this.",
    );
    expect(await failureOf(on({ ask: answering }))).toContain("No one agreed to this step");
    expect(asked).toEqual(["irreversible"]);
    const named = await failureOf(on({ ask: answering, confirm: ["other", address] }));
    expect(named).not.toContain("No one agreed");
    expect(asked).toEqual(["irreversible"]);
  });

  it("says at its place that a variable names what has no value, in the words of any complaint", async () => {
    const thrown = await run(`variables:\n  price: $\{run.price}\nsteps:\n  - list: /\n`).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(YamlError);
    const [complaint, ...others] = (thrown as YamlError).complaints;
    expect(others).toEqual([]);
    expect(complaint?.place).toMatchObject({ file, line: 3 });
    expect(complaint && say(complaint.message)).toBe("run.price has no value.");
    expect((thrown as YamlError).message).toBe("run.price has no value.");
  });

  it("takes no silence of a node for a refusal, unless that is what it expects", async () => {
    const { session } = context;
    const real = session.client.transport;
    const request: typeof real.request = async (method, ...more) => {
      if (method !== "call") return real.request(method, ...more);
      throw clientError("connectionRefused", { endpoint: "http://127.0.0.1:1", method, timeoutMs: 1 });
    };
    const transport = { ...real, request };
    const silent = { ...context, session: { ...session, client: { ...session.client, transport } } };
    const outcome = async (expected: string, on?: RunContext) => {
      const [step] = await run(`steps:\n  - list: /none\n    expect: { refused: ${expected} }\n`, on);
      return step?.failure?.error?.code ?? step?.status;
    };
    expect(await outcome("true")).toBe("passed");
    expect(await outcome("true", silent)).toBe("connectionRefused");
    expect(await outcome("{ message: 127.0.0.1 }", silent)).toBe("connectionRefused");
    expect(await outcome("{ kind: transport }", silent)).toBe("passed");
    expect(await outcome("{ code: connectionRefused }", silent)).toBe("passed");
  });

  it("waits for longer than a timer can", async () => {
    const [first] = await run("steps:\n  - wait: { blocks: 0, timeout: 999999999s }\n");
    expect(first?.status).toBe("passed");
  });

  it.each(["block", "blocks", "timeout"])("names what is no integer: %s", async (key) => {
    const whole = { block: "0", [key]: "$" + "{run}" };
    const { block, ...more } = whole as Record<string, string>;
    const asked = key === "blocks" ? more : { block, ...more };
    const fields = Object.entries(asked).map(([name, value]) => `${name}: "${value}"`);
    expect(await messageOf(`steps:\n  - wait: { ${fields.join(", ")} }\n`)).toBe(`"${key}" must be an integer.`);
  });

  it("tells which libraries lack, whatever stands in their place", async () => {
    const deploying = (libraries: string): Promise<string | undefined> =>
      messageOf(`variables:\n  none: [a]\nsteps:\n  - deploy: linked.json\n    libraries: ${libraries}\n`);
    expect(await deploying("~")).toMatch(/Sums/);
    expect(await deploying("{ Sums: [1] }")).toMatch(/Sums/);
    expect(await deploying('"$' + '{none}"')).toBe('"libraries" must be a map.');
  });
});
