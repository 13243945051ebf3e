/** One regional user pool as the sandbox plays it. */
export type PoolDefinition = {
  country: string
  region: string
  userPoolId: string
  clientId: string
  /** language of the e-mails this pool sends */
  language: 'pt' | 'en' | 'es'
}

/** The six regional user pools. The ids have the shapes that Amplify and aws-jwt-verify insist on. */
export const userPools = [
  {
    country: 'BR',
    region: 'sa-east-1',
    userPoolId: 'sa-east-1_BrBarrier',
    clientId: 'brbarrierswebclient0000001',
    language: 'pt',
  },
  {
    country: 'GB',
    region: 'eu-west-2',
    userPoolId: 'eu-west-2_GbBarrier',
    clientId: 'gbbarrierswebclient0000001',
    language: 'en',
  },
  {
    country: 'AU',
    region: 'ap-southeast-2',
    userPoolId: 'ap-southeast-2_AuBarrier',
    clientId: 'aubarrierswebclient0000001',
    language: 'en',
  },
  {
    country: 'NZ',
    region: 'ap-southeast-2',
    userPoolId: 'ap-southeast-2_NzBarrier',
    clientId: 'nzbarrierswebclient0000001',
    language: 'en',
  },
  {
    country: 'AR',
    region: 'sa-east-1',
    userPoolId: 'sa-east-1_ArBarrier',
    clientId: 'arbarrierswebclient0000001',
    language: 'es',
  },
  {
    country: 'MX',
    region: 'us-east-1',
    userPoolId: 'us-east-1_MxBarrier',
    clientId: 'mxbarrierswebclient0000001',
    language: 'es',
  },
] as const satisfies readonly PoolDefinition[]

/** The one identity pool behind all user pools, and the key of the product API for developer identities. */
export const identityPool = {
  id: 'us-east-1:00000000-0000-4000-8000-000000000001',
  region: 'us-east-1',
  developerProvider: 'login.breaking-barriers.loyalty',
  developerKey: {
    accessKeyId: 'AKIABREAKINGBARRIERS',
    secretAccessKey: 'sandbox-only/developer-identities/key/01',
  },
} as const

/** The one bucket of the object store. */
export const storage = { bucket: 'breaking-barriers', region: 'us-east-1' } as const
