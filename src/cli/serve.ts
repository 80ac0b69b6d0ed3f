import { loadSettings } from '../config.ts'
import { makeMetricsServer, observe } from '../metrics.ts'
import { refuseWithoutHttps } from '../production-rules.ts'
import { buildServer } from '../server.ts'
import { runWorker } from '../worker/run-worker.ts'
import { type Command, readArguments, settingsHelp } from './command.ts'
import { prepareDemo } from './demo.ts'
import { writeDemoFile } from './demo-file.ts'
import { closeGracefully, listen } from './listen.ts'
import { type OpenService, openService } from './open-service.ts'
import { stopSignal } from './stop-signal.ts'
import { welcome } from './welcome.ts'

export const serveCommand: Command = {
  summary: 'run the service',
  help: `Usage: caveau serve

Runs the service until it is stopped with Ctrl-C. Settings come from the environment (defaults in brackets):

${settingsHelp()}`,
  run: async (args) => {
    readArguments(args, {})
    const settings = loadSettings(process.env)
    refuseWithoutHttps(settings)
    const service = await openService('caveau serve', settings)
    const started: Stop[] = [service.close]
    try {
      await serve(service, started)
    } finally {
      for (const stop of started.reverse()) await stop()
    }
    return 0
  },
}

type Stop = () => unknown

/** Starts everything and waits for the signal to stop. What was started goes on `started`, to be ended in reverse. */
async function serve(service: OpenService, started: Stop[]): Promise<void> {
  const { settings, log, pool, deps } = service
  const { host, env, dataDir, metricsPort } = settings
  const addressAt = (port: number) =>
    settings.publicUrl ?? `${settings.tls ? 'https' : 'http'}://${host}:${port}`
  const app = await buildServer(service)
  const registry = observe(app, pool)
  await app.ready()
  started.push(() => app.close())
  const stopped = stopSignal(() => app.server.closeAllConnections())

  const demo = await prepareDemo(service, addressAt(settings.port))
  const port = await listen(app.server, { host, port: settings.port, setting: 'PORT' })
  started.push(() => closeGracefully(app.server, settings.shutdownTimeoutMs))
  const baseUrl = addressAt(port)
  if (demo && demo.baseUrl !== baseUrl) await writeDemoFile(dataDir, { ...demo, baseUrl })

  let metricsUrl: string | undefined
  if (metricsPort !== 'off') {
    const metrics = makeMetricsServer(registry)
    const taken = await listen(metrics, { host, port: metricsPort, setting: 'CAVEAU_METRICS_PORT' })
    started.push(() => closeGracefully(metrics, 0))
    metricsUrl = `http://${host}:${taken}/metrics`
  }
  if (settings.runsWorker) {
    const runner = await runWorker({ deps, pool, log })
    started.push(() => runner.stop())
  }
  console.log(welcome({ baseUrl, env, dataDir, metricsUrl, demo }))
  log.info({ signal: await stopped }, 'stopping')
}
