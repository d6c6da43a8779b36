import { npmPackages } from "../test/npmPackages";

/** The packages of `scripts/sdkTools`, which try the npm package and write pages about it: their `node_modules`. @throws Error when npm can't */
export const sdkTools = (): Promise<string> => npmPackages("scripts/sdkTools");
