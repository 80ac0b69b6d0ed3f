/** What the collections ask of whoever uses them; the rest is in the requests. */
export const variables = {
  baseUrl: 'http://127.0.0.1:8080',
  accessKey: '',
  secretKey: '',
  token: '',
  operatorToken: '',
}

export type Credentials =
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'bearer'; variable: keyof typeof variables }

export function credentialsOf(slug: string): Credentials {
  if (slug === 'v1')
    return { kind: 'headers', headers: { AccessKey: '{{accessKey}}', SecretKey: '{{secretKey}}' } }
  return { kind: 'bearer', variable: slug === 'operator' ? 'operatorToken' : 'token' }
}
