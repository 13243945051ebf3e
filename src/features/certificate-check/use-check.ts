import { useQuery } from '@tanstack/react-query'
import { normalizeCertificateNumber } from '../../contract/certificate-number.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { CheckSignature } from '../../outbox/receipts/check-signature.ts'
import { createCheckCertificate, type CheckResult } from './check-certificate.ts'

type Deps = {
  api: Pick<ProductApiClient, 'call'>
  checkSignature: CheckSignature
  /** What came of it. */
  onChecked: (outcome: CheckResult['is']) => void
}

/** Looks the number of an address up; `hash` is what its certificate says, where its code was scanned. */
export const useCheck = (deps: Deps, { typed, hash }: { typed: string; hash: string }) => {
  const number = normalizeCertificateNumber(typed)
  const { data } = useQuery({
    queryKey: ['certificate', number, hash],
    queryFn: async (): Promise<CheckResult> => {
      const result = await createCheckCertificate(deps)(number, hash)
      deps.onChecked(result.is)
      return result
    },
    // It may be replaced tomorrow, and the connection may be back.
    gcTime: 0,
    networkMode: 'always',
  })
  return { number, result: data }
}
