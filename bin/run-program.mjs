import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'

/**
 * Runs a script on the chosen Node in this terminal and returns its exit code. `forwarded` names the signals
 * to pass on; the others only wait for the script, which gets Ctrl-C from the terminal itself.
 */
export function runProgram(node, args, { forwarded, env = process.env }) {
  const path = [dirname(node), env.PATH].filter(Boolean).join(delimiter)
  const child = spawn(node, args, { stdio: 'inherit', env: { ...env, PATH: path } })
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => forwarded.includes(signal) && child.kill(signal)
    process.on(signal, handler)
    return [signal, handler]
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
