"""What is sent in, as plain values: unpacked uploads, the choices of a sender, box files, the shape of a report."""
