import { StartRefusal } from './start-refusal.ts'

export const preproductionSecret = 'caveau-preproduction-is-not-a-secret'

type Safety = {
  secret: string
  corsOrigins: '*' | readonly string[] | undefined
  webhookTargets: 'public' | 'any'
  publicUrl: string | undefined
  grantAccess: 'operator' | 'auto'
}

/** What preproduction may leave open and production may not. */
export function refuseUnsafeProduction(safety: Safety): void {
  const { secret, corsOrigins, webhookTargets, publicUrl, grantAccess } = safety
  if (secret === preproductionSecret || secret.length < 32)
    throw new StartRefusal(
      'Production needs a CAVEAU_SECRET of its own, 32 characters or more; "openssl rand -base64 32" makes one.',
    )
  if (corsOrigins === '*')
    throw new StartRefusal(
      'Production needs CAVEAU_CORS_ORIGINS to name each origin; * is for preproduction.',
    )
  if (webhookTargets === 'any')
    throw new StartRefusal('Production sends webhooks to public addresses; any is for preproduction.')
  if (grantAccess === 'auto')
    throw new StartRefusal(
      'Production grants access by the operator; CAVEAU_GRANT_ACCESS=auto is for preproduction.',
    )
  if (publicUrl?.startsWith('http:'))
    throw new StartRefusal('Production needs a CAVEAU_PUBLIC_URL that starts with https://.')
}

type Listening = {
  env: 'preproduction' | 'production'
  tls: object | undefined
  trustedProxies: readonly string[] | undefined
}

/** For the process that listens; the others take no requests. */
export function refuseWithoutHttps({ env, tls, trustedProxies }: Listening): void {
  if (env === 'production' && !tls && !trustedProxies)
    throw new StartRefusal(
      'Production speaks HTTPS: set CAVEAU_TLS_CERT and CAVEAU_TLS_KEY, or CAVEAU_TRUST_PROXY to the addresses of the proxy in front that does.',
    )
}
