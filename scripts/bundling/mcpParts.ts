import type { Plugin } from "esbuild";

/**
 * The MCP library checks what a client's user answered by a validator of JSON schemas, unless it is given another, as we do
 * (src/assistants/mcp): the usual one is never made, and a bundle need not carry it (a third of all).
 */
export const onlyMcpParts: Plugin = {
  name: "leave out of the MCP library what we do not take",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator { constructor() { throw new Error("not bundled"); } }',
      loader: "js",
    })),
};
