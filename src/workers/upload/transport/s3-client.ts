import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import { getHostHeaderPlugin } from '@aws-sdk/core/client'
import { AwsSdkSigV4Signer } from '@aws-sdk/core/httpAuthSchemes'
import { S3RestXmlProtocol } from '@aws-sdk/middleware-sdk-s3/s3'
import { httpSigningMiddleware } from '@smithy/core'
import { Client } from '@smithy/core/client'
import { getContentLengthPlugin, HttpResponse, parseUrl } from '@smithy/core/protocols'
import { getSchemaSerdePlugin } from '@smithy/core/schema'
import { calculateBodyLength, fromBase64, fromUtf8, toBase64, toUtf8 } from '@smithy/core/serde'
import { getSmithyContext } from '@smithy/core/transport'
import { SignatureV4 } from '@smithy/signature-v4'
import type {
  AuthScheme,
  AwsCredentialIdentity,
  DeserializeMiddleware,
  InitializeMiddleware,
  EndpointV2,
  RequestSigner,
} from '@smithy/types'
import type { BucketConfig } from '../../../uploads/contract.ts'
import { Sha256 } from './sha256.ts'
import type { HandlerOptions, S3RequestHandler } from './xhr-handler.ts'

/**
 * The parameters that the SDK passes. With the path style, the bucket's name is in the path of the URL. The
 * SDK requires it for a name that is not valid in a host name.
 */
type EndpointParameters = { Bucket?: string; ForcePathStyle?: boolean }

/** Returns the domain of AWS in a region. The regions in China have another domain. */
const getDomain = (region: string): string =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'

const createEndpoint = (url: string, signingRegion: string): EndpointV2 => ({
  url: new URL(url),
  headers: {},
  properties: { authSchemes: [{ name: 'sigv4', signingName: 's3', signingRegion, properties: {} }] },
})

/** Returns the endpoint of an access point, which has its own host name in the region that its ARN names. */
const createAccessPointEndpoint = (arn: string): EndpointV2 => {
  const pattern = /^arn:aws[a-z-]*:s3:([a-z0-9-]+):(\d{12}):accesspoint[:/]([a-zA-Z0-9-]+)$/
  const [, region, account, name] = pattern.exec(arn) ?? []
  if (region === undefined) throw new Error(`Neither a bucket nor an access point: ${arn}`)
  return createEndpoint(`https://${name}-${account}.s3-accesspoint.${region}.${getDomain(region)}`, region)
}

/**
 * Creates the function that finds the endpoint of a bucket. It replaces the SDK's rules, which are 25 kB for
 * services that this app does not use (S3 Express, Outposts, Object Lambda, FIPS).
 */
const createS3Endpoint = ({ region, endpoint }: Omit<BucketConfig, 'bucket'>) => {
  const { protocol, host, pathname } = new URL(endpoint ?? `https://s3.${region}.${getDomain(region)}`)
  return ({ Bucket: bucket = '', ForcePathStyle: isPathStyle = false }: EndpointParameters): EndpointV2 => {
    if (bucket.startsWith('arn:')) return createAccessPointEndpoint(bucket)
    if (!isPathStyle) return createEndpoint(`${protocol}//${bucket}.${host}${pathname}`, region)
    const path = pathname.endsWith('/') ? pathname : `${pathname}/`
    return createEndpoint(`${protocol}//${host}${path}${encodeURIComponent(bucket)}`, region)
  }
}

type Options = {
  bucketConfig: Omit<BucketConfig, 'bucket'>
  credentials: () => Promise<AwsCredentialIdentity>
  requestHandler: S3RequestHandler
  /** Where the signature goes; by default, into headers. */
  signer?: RequestSigner
}

/** The settings that the SDK's commands, protocol and signers read from a client. */
const createConfig = ({ bucketConfig, credentials, requestHandler, signer }: Options) => {
  const { region } = bucketConfig
  const headerSigner = new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256: Sha256,
    // S3, unlike other services, expects a path that is escaped only once.
    uriEscapePath: false,
  })
  return {
    apiVersion: '2006-03-01',
    serviceId: 'S3',
    region,
    credentials,
    requestHandler,
    endpointProvider: createS3Endpoint(bucketConfig),
    // Another endpoint than that of AWS may have no host name for each bucket.
    forcePathStyle: bucketConfig.endpoint !== undefined,
    ignoreConfiguredEndpointUrls: true,
    disableHostPrefix: false,
    sha256: Sha256,
    // The SDK passes the scheme of the endpoint. All endpoints of this app have the same scheme.
    signer: async (_scheme?: AuthScheme): Promise<RequestSigner> => signer ?? headerSigner,
    /** In ms. The SDK sets it from the time in the responses of the object store. */
    systemClockOffset: 0,
    // The SDK's own checksums copy the body and fail with a Blob. The app computes its checksums in
    // WebAssembly.
    requestChecksumCalculation: async () => 'WHEN_REQUIRED',
    responseChecksumValidation: async () => 'WHEN_REQUIRED',
    base64Decoder: fromBase64,
    base64Encoder: toBase64,
    utf8Decoder: fromUtf8,
    utf8Encoder: toUtf8,
    urlParser: parseUrl,
    bodyLengthChecker: calculateBodyLength,
    streamCollector: async (body: BodyInit) => new Uint8Array(await new Response(body).arrayBuffer()),
    protocol: new S3RestXmlProtocol({
      defaultNamespace: 'com.amazonaws.s3',
      xmlNamespace: 'http://s3.amazonaws.com/doc/2006-03-01/',
    }),
  }
}

type Config = ReturnType<typeof createConfig>
export type S3Client = Client<HandlerOptions, ServiceInputTypes, ServiceOutputTypes, Config>

/**
 * Creates the middleware that signs every request with the same signer, instead of choosing one by endpoint
 * rules.
 */
const createSignerMiddleware = (
  config: Config,
): InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> => {
  const signer = new AwsSdkSigV4Signer()
  return (next, context) => (args) => {
    getSmithyContext(context)['selectedHttpAuthScheme'] = {
      httpAuthOption: { schemeId: 'aws.auth#sigv4', signingProperties: { config, context } },
      signer,
    }
    return next(args)
  }
}

/**
 * Prepares a response for the SDK. Removes the `Expires` header, which nothing reads, because the SDK would
 * reject the whole response if it could not parse the date. Copies the status to `receivedStatus`, because
 * the SDK changes the status of a response that contains an error although its status is 200.
 */
const prepareResponse: DeserializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next) => async (args) => {
    const result = await next(args)
    const { response } = result
    if (!HttpResponse.isInstance(response)) return result
    delete response.headers['expires']
    Object.assign(response, { receivedStatus: response.statusCode })
    return result
  }

/**
 * Creates a client for the SDK's commands, with only the parts of the SDK's `S3Client` that they need. The
 * rest (retries, user agents, S3 Express, regions) would be more than half of the code of the upload worker,
 * which does not use it. A test compares the requests of both clients.
 */
export const createS3Client = (options: Options): S3Client => {
  const config = createConfig(options)
  const client: S3Client = new Client(config)
  const { middlewareStack } = client
  middlewareStack.use(getSchemaSerdePlugin(config))
  middlewareStack.use(getContentLengthPlugin(config))
  middlewareStack.use(getHostHeaderPlugin(config))
  middlewareStack.add(createSignerMiddleware(config), { step: 'initialize', name: 'chooseSigner' })
  middlewareStack.add(httpSigningMiddleware(config), {
    step: 'finalizeRequest',
    name: 'httpSigningMiddleware',
    // The presigner finds its position by this name.
    aliases: ['awsAuthMiddleware'],
  })
  middlewareStack.add(prepareResponse, { step: 'deserialize', priority: 'low', name: 'prepareResponse' })
  return client
}
