import type { Environment } from '../config.ts'
import type { DemoFile } from './demo-file.ts'

type Welcome = {
  baseUrl: string
  env: Environment
  dataDir: string
  metricsUrl: string | undefined
  demo: DemoFile | undefined
}

/** What a person sees when the service is up: where everything is, and a line to paste. */
export function welcome({ baseUrl, env, dataDir, metricsUrl, demo }: Welcome): string {
  const lines = [
    '',
    `Caveau is running (${env}).`,
    '',
    `  Your cellar  ${baseUrl}/app/`,
    `  Console      ${baseUrl}/console/`,
    `  API v2       ${baseUrl}/api/v2`,
    `  API v1       ${baseUrl}/v1`,
    `  Operator API ${baseUrl}/operator`,
    `  API page     ${baseUrl}/docs`,
    `  Health       ${baseUrl}/health/ready`,
    ...(metricsUrl ? [`  Metrics      ${metricsUrl}`] : []),
  ]
  const [owner] = demo?.owners ?? []
  const { operator } = demo ?? {}
  if (owner)
    lines.push(
      '',
      `Demo account (${owner.email}; all credentials are in ${dataDir}/demo.json):`,
      '',
      `  Password     ${owner.password}`,
      `  AccessKey    ${owner.accessKey}`,
      `  SecretKey    ${owner.secretKey}`,
      `  Bearer token ${owner.bearerToken}`,
      '',
      'Read the cellar:',
      '',
      `  curl -H 'Authorization: Bearer ${owner.bearerToken}' ${baseUrl}/api/v2/bottles`,
    )
  if (operator)
    lines.push(
      '',
      'Demo operator:',
      '',
      `  E-mail       ${operator.email}`,
      `  Password     ${operator.password}`,
      `  Token        ${operator.token}`,
    )
  return [...lines, '', 'Stop with Ctrl-C.', ''].join('\n')
}
