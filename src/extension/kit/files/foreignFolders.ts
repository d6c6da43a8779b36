/** Where files of others lie, and what builds leave: what a person wrote is looked for elsewhere. */
export const foreignFolders = "**/{node_modules,lib,out,cache,artifacts}/**";
