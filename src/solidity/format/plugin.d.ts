/** The plugin has no types of its own: it is handed to prettier as it is. */
declare module "prettier-plugin-solidity/standalone" {
  import type { Plugin } from "prettier";

  const plugin: Plugin;
  export default plugin;
}
