import { expect, it } from "vitest";
import { registerDebugger } from "../../../../../src/extension/features/debugger/registerDebugger";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

interface Factory {
  createDebugAdapterDescriptor(session: { readonly configuration: object }): Promise<unknown>;
}

const on = suiteApp();

it("the debug adapter has the token of the embedded chain where it debugs that chain, and nowhere else", async () => {
  const url = "http://127.0.0.1:20200";
  let factory: Factory | undefined;
  host.desk = {
    languages: {},
    debug: {
      registerDebugAdapterDescriptorFactory: (_: string, registered: Factory) => {
        factory = registered;
        return { dispose: () => undefined };
      },
    },
  };
  Object.assign(on.app, {
    solidity: { lensParts: [] },
    embeddedChain: { state: { kind: "running", ready: { url, devToken: "of this chain" } } },
  });
  Object.assign(on.app.context, { extensionPath: "/extension", globalStorageUri: on.app.context.extensionUri });
  const tokens: (string | undefined)[] = [];
  const debugging = registerDebugger(on.app, async ({ environment }) => {
    tokens.push(environment["CHAINSIDE_DEV_TOKEN"]);
    return {} as never;
  });
  for (const configuration of [{ url }, { url: "http://node.example:20200" }, { connection: "real", relay: true }])
    await factory?.createDebugAdapterDescriptor({ configuration });
  expect(tokens).toEqual(["of this chain", undefined, undefined]);
  debugging.dispose();
});
