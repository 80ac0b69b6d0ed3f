export function buildPages(folder: string, node: string): Promise<void>
