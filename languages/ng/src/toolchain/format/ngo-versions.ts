// How a compiled module begins: the magic and the versions, which must be exactly these.

export const ngoMagic = 'NGO\0';
export const formatVersion = 2;
export const abiVersion = 2;
export const metadataVersion = 2;
