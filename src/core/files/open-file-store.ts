import { join } from 'node:path'
import type { Settings } from '../../config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

export async function openFileStore({
  files,
  dataDir,
}: Pick<Settings, 'files' | 'dataDir'>): Promise<FileStore> {
  const folder = join(dataDir, 'files')
  if (files.kind === 'folder') return folderStore(folder)
  // Loaded only where it is used: the SDK costs memory and time at the start.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(files, join(folder, 'incoming'))
}
