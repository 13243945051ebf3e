import { useQuery } from '@tanstack/react-query'
import { normalizeCertificateNumber } from '../../contract/certificate-number.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { CheckSignature } from '../../outbox/receipts/check-signature.ts'
import { createVerifyCertificate, type Verification } from './verify-certificate.ts'

type Deps = {
  api: Pick<ProductApiClient, 'call'>
  checkSignature: CheckSignature
  onChecked: (outcome: Verification['is']) => void
}

/** Looks up the number in an address; `hash` is the text of the certificate, if its code was scanned. */
export const useVerification = (deps: Deps, { typed, hash }: { typed: string; hash: string }) => {
  const number = normalizeCertificateNumber(typed)
  const { data } = useQuery({
    queryKey: ['certificate', number, hash],
    queryFn: async (): Promise<Verification> => {
      const result = await createVerifyCertificate(deps)(number, hash)
      deps.onChecked(result.is)
      return result
    },
    // The certificate may be replaced tomorrow, and the connection may be back.
    gcTime: 0,
    networkMode: 'always',
  })
  return { number, result: data }
}
