import type { EndpointV2 } from '@smithy/types'
import type { StorageAddress } from '../../../uploads/contract.ts'

/**
 * The parameters that the SDK passes. It forces the path style for a bucket name that is not valid in a host
 * name.
 */
type EndpointParameters = { Bucket?: string; ForcePathStyle?: boolean }

const domainOf = (region: string): string => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com')

const endpointAt = (address: string, signingRegion: string): EndpointV2 => ({
  url: new URL(address),
  headers: {},
  properties: { authSchemes: [{ name: 'sigv4', signingName: 's3', signingRegion, properties: {} }] },
})

/** An access point has its own host name, in the region that its ARN names. */
const accessPoint = (arn: string): EndpointV2 => {
  const pattern = /^arn:aws[a-z-]*:s3:([a-z0-9-]+):(\d{12}):accesspoint[:/]([a-zA-Z0-9-]+)$/
  const [, region, account, name] = pattern.exec(arn) ?? []
  if (region === undefined) throw new Error(`Neither a bucket nor an access point: ${arn}`)
  return endpointAt(`https://${name}-${account}.s3-accesspoint.${region}.${domainOf(region)}`, region)
}

/**
 * Returns the endpoint of a bucket. It replaces the SDK's rules: 25 kB for services that hold no files of
 * coaches (S3 Express, Outposts, Object Lambda, FIPS).
 */
export const createS3Endpoint = ({ region, endpoint }: Omit<StorageAddress, 'bucket'>) => {
  const { protocol, host, pathname } = new URL(endpoint ?? `https://s3.${region}.${domainOf(region)}`)
  return ({ Bucket = '', ForcePathStyle = false }: EndpointParameters): EndpointV2 => {
    if (Bucket.startsWith('arn:')) return accessPoint(Bucket)
    if (!ForcePathStyle) return endpointAt(`${protocol}//${Bucket}.${host}${pathname}`, region)
    const path = pathname.endsWith('/') ? pathname : `${pathname}/`
    return endpointAt(`${protocol}//${host}${path}${encodeURIComponent(Bucket)}`, region)
  }
}
