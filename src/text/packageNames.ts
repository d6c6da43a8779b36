const scopedName = /^@[a-z0-9][a-z0-9._-]{0,100}\/[a-z0-9][a-z0-9._-]{0,100}$/;
/** Packages of Solidity that have no scope: what else an import begins with may be a folder of the project. */
const knownPackages = ["solady", "solmate"];

/** Whether a name is that of a package on npm that a fix for an import may install. */
export const isPackageName = (name: string): boolean => scopedName.test(name) || knownPackages.includes(name);
