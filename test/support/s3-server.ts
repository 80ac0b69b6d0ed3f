import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'

const bucket = 'caveau-files'
// The only account that this server knows.
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An S3-compatible server in this process, which checks signatures. It is gone when the calling test file is done. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'caveau-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const requests: string[] = []
  server.httpServer.on('request', ({ method, url }) => requests.push(`${method} ${url}`))
  afterAll(async () => {
    server.httpServer.closeAllConnections()
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })

  const environment = {
    CAVEAU_FILES: 's3',
    CAVEAU_S3_ENDPOINT: endpoint,
    CAVEAU_S3_BUCKET: bucket,
    CAVEAU_S3_REGION: 'eu-west-3',
    CAVEAU_S3_ACCESS_KEY: credentials.accessKeyId,
    CAVEAU_S3_SECRET_KEY: credentials.secretAccessKey,
  }
  /** What lies in the bucket. The server lets everybody look. */
  async function keys(): Promise<string[]> {
    const listing = await (await fetch(`${endpoint}/${bucket}?list-type=2`)).text()
    return [...listing.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key)
  }
  return { environment, keys, requests }
}
