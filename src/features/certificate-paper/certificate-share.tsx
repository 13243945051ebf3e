import { canShareFiles } from '../../platform/save-file.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { usePaper, type PaperProps } from './use-paper.ts'

const Share = (props: PaperProps) => <CertificateActions {...usePaper(props)} />

/** Shares a certificate without opening it. If this browser cannot share files, no file is created. */
export const CertificateShare = (props: PaperProps) => (canShareFiles() ? <Share {...props} /> : null)
