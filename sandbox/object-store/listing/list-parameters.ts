import { invalidArgument } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import { encode } from '../../shared/aws-signature.ts'

const maxCount = 1000

/** A number of things to list: 1000 when not given, never more. */
export const readCount = (request: S3Request, name: string) => {
  const value = parameter(request, name)
  if (value === undefined || value === '') return maxCount
  if (!/^\d{1,10}$/.test(value) || Number(value) > 2 ** 31 - 1) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, value)
  }
  return Math.min(Number(value), maxCount)
}

/** How keys are to be written: as they are, or percent-encoded for clients whose XML cannot hold every character. */
export const readEncoding = (request: S3Request) => {
  const type = parameter(request, 'encoding-type') || undefined
  if (type !== undefined && type !== 'url') {
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', type)
  }
  const write = (key: string) =>
    type === undefined ? key : encode(key).replaceAll('%2F', '/').replaceAll('%20', '+')
  return { type, write }
}

export type Encoding = ReturnType<typeof readEncoding>
