import { npmPackages } from "../test/npmPackages";

/** Where the packages are that try the npm package and write pages about it. @throws Error when npm can't install them */
export const sdkTools = (): Promise<string> => npmPackages("scripts/sdkTools");
