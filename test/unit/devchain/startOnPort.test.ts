import { describe, expect, it } from "vitest";
import { startOnPort } from "../../../src/devchain/devChainProcess";

const small = { sealers: 1, observers: 0 };

describe("the port of a chain", () => {
  it("is the one that other commands ask by themselves, or a free one where it is taken, with what to give them", async () => {
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const first = await startOnPort(small, warn);
    const second = await startOnPort(small, warn);
    // another program of this machine may have it: then neither does
    if (warnings.length === 1) expect(first.url).toBe("http://127.0.0.1:20200");
    expect(second.url).not.toBe("http://127.0.0.1:20200");
    expect(warnings.at(-1)).toBe(`Port 20200 is in use. Use --url ${second.url} with other commands.`);
    await Promise.all([first.close(), second.close()]);
  });

  it("is any free one where 0 is asked for", async () => {
    const chain = await startOnPort({ ...small, port: 0 }, () => expect.unreachable());
    expect(chain.port).not.toBe(20200);
    await chain.close();
  });

  it("is refused where it is asked for and taken", async () => {
    const { port, close } = await startOnPort({ ...small, port: 0 }, () => expect.unreachable());
    await expect(startOnPort({ ...small, port }, () => expect.unreachable())).rejects.toThrow("EADDRINUSE");
    await close();
  });
});
