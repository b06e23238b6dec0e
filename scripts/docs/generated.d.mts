export function generatedDocs(): Readonly<Record<string, string>>;
