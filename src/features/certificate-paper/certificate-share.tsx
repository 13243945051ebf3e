import { canShareFiles } from '../../platform/save-file.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { usePaper, type PaperProps } from './use-paper.ts'

const Share = (props: PaperProps) => <CertificateActions {...usePaper(props)} />

/** Gives a certificate to somebody without opening it. Where this browser shares no files, none is made. */
export const CertificateShare = (props: PaperProps) => (canShareFiles() ? <Share {...props} /> : null)
