export declare function isInstalled(root: string): boolean;
