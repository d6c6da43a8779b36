import { expect, it } from "vitest";
import type { ProbeReport } from "../../../../../src/chain/probeConnection";
import { ChainError } from "../../../../../src/errors/chainError";
import { reportText } from "../../../../../src/extension/features/diagnosis/diagnosisText";
import { createErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";

it("a report shows what a node says as text: no link, no picture, no formula", async () => {
  const report: ProbeReport = {
    url: "https://node.example:20200",
    ok: false,
    workingUrl: "http://node.example:20200",
    steps: [
      { name: "tcp", outcome: "passed", facts: { nodeVersion: "www.evil.example $x$ &lt;" } },
      {
        name: "jsonRpc",
        outcome: "failed",
        error: new ChainError({ kind: "usage", code: "made up", message: "![a](http://evil.example/a.png)" }),
      },
    ],
  };
  const text = await reportText([report], createErrorReporter({} as never));
  expect(text).toBe(`# https\\://node.example:20200

**This connection doesn't work with its current settings.**

- ✓ **TCP connection**: node version www\\.evil.example \\$x\\$ \\&lt;
- ✗ **JSON-RPC**: !\\[a\\](http\\://evil.example/a.png).

Try this address instead: http\\://node.example:20200

`);
});
